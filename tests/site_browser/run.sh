#!/bin/sh
# Drives the page in Chromium. What that takes is set up here; where it cannot be had, one line says so and all is well.
set -u
bin=$1
log=build/site-test.log
mkdir -p build
cannot() { echo "site-test: the page was not driven in a browser: $1"; exit 0; }
found() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
if ! found > /dev/null; then
	command -v apt-get > /dev/null && [ "$(id -u)" = 0 ] || cannot "there is no Chromium"
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } > $log 2>&1 || cannot "Chromium cannot be installed (see $log)"
fi
command -v npm > /dev/null || cannot "there is no npm"
"$bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes \
	--requirement tests/site_browser/requirements.txt > $log 2>&1 || cannot "Playwright cannot be installed (see $log)"
"$bin/python" -c 'from combin.site.fetch import fetched; fetched()' > $log 2>&1 || cannot "$(tail -n 1 $log | sed 's/^[a-zA-Z.]*Error: //')"
CHROMIUM=$(found) exec "$bin/python" -m pytest -m browser -n0 tests/site_browser
