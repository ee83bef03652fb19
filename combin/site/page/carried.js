// What scripts carry: a page that was opened as a file may read nothing but scripts, so that all its data are such.
const waiting = new Map();

// What the script `name`.js carries. It runs each time it is asked for, so that nothing large is kept.
export function take(name) {
  if (!waiting.has(name)) {
    const one = Promise.withResolvers();
    const script = document.createElement("script");
    waiting.set(name, one);
    script.src = `${name}.js`;
    script.onload = script.onerror = () => {
      script.remove();
      waiting.delete(name);
      one.reject(new Error(`${script.src} cannot be read`)); // says nothing where it has given
    };
    document.head.append(script);
  }
  return waiting.get(name).promise;
}

addEventListener("carried", (/** @type {CustomEvent} */ { detail: [name, what] }) => waiting.get(name)?.resolve(what));

const decoded = (letters) => Uint8Array["fromBase64"]?.(letters) ?? Uint8Array.from(atob(letters), (one) => one.charCodeAt(0));

// The bytes of a script that carries them in base 64; they are compressed still.
export const bytes = async (name) => decoded(await take(name));

export const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
