#!/bin/sh
# Checks the types of the page's scripts, and drives it in Chromium and in Firefox. What that takes is set up here; where it
# cannot be had, one line says so and all is well.
set -u
bin=$1
log=build/site-test.log
mkdir -p build
cannot() { echo "site-test: the page was not driven in a browser: $1"; exit 0; }
command -v npm > /dev/null || cannot "there is no npm"
page=combin/site/page
types() { npm exec --yes --package=typescript@5.9.3 -- tsc --checkJs --noEmit --target esnext --module esnext "$@"; }
if types --version > $log 2>&1; then
	types --lib esnext,dom,dom.iterable $page/main.js || exit 1
	types --lib esnext,webworker $page/service.js $page/worker.js tests/site_browser/worker.d.ts || exit 1
else
	echo "site-test: the types of its scripts were not checked: TypeScript cannot be fetched (see $log)"
fi
found() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
if ! found > /dev/null; then
	command -v apt-get > /dev/null && [ "$(id -u)" = 0 ] || cannot "there is no Chromium"
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } > $log 2>&1 || cannot "Chromium cannot be installed (see $log)"
fi
"$bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes \
	--requirement tests/site_browser/requirements.txt > $log 2>&1 || cannot "Playwright cannot be installed (see $log)"
"$bin/python" -c 'from combin.site.build import fetched; fetched()' > $log 2>&1 || cannot "$(tail -n 1 $log | sed 's/^[a-zA-Z.]*Error: //')"
second() { command -v firefox-esr || command -v firefox; }
puppeteer=build/firefox
if ! second > /dev/null; then
	echo "site-test: the page was not opened in Firefox: there is none"
elif ! npm install --prefix $puppeteer --no-save --no-audit --no-fund --ignore-scripts puppeteer-core@24.43.1 > $log 2>&1; then
	echo "site-test: the page was not opened in Firefox: its driver cannot be fetched (see $log)"
else
	export FIREFOX="$(second)" PUPPETEER="$PWD/$puppeteer"
fi
CHROMIUM=$(found) exec "$bin/python" -m pytest -m browser -n0 tests/site_browser
