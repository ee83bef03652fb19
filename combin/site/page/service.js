// Keeps the page, so that it starts fast and works without a network; what is large is kept once it was asked
// for. A new build has a new name, and is taken at the next visit.
const STORE = "combin-VERSION";
const FILES = [];
const service = /** @type {any} */ (self);

service.addEventListener("install", (event) => event.waitUntil((async () => {
  await (await caches.open(STORE)).addAll(FILES);
  await service.skipWaiting();
})()));

service.addEventListener("activate", (event) => event.waitUntil((async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith("combin-") && name !== STORE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await service.clients.claim();
})()));

service.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const store = await caches.open(STORE);
    const known = await store.match(event.request, { ignoreSearch: true });
    if (known) return known;
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(store.put(event.request, response.clone()).catch(() => {}));
    return response;
  })());
});
