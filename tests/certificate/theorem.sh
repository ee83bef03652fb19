#!/bin/sh
# Has the proof kernel Coq check the theorems about the documents, and those of small games, true and spoilt. Coq is
# installed where it can be; else one line says why nothing was checked, and all is well.
set -u
bin=$1
log=build/theorem.log
made=build/theorems
mkdir -p $made
cannot() { echo "theorem: nothing was checked by Coq: $1"; exit 0; }
if ! command -v coqc > /dev/null; then
	command -v apt-get > /dev/null && [ "$(id -u)" = 0 ] || cannot "it is not installed"
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends coq; } > $log 2>&1 || cannot "it cannot be installed (see $log)"
fi
version=$(coqc --print-version | cut -d ' ' -f 1)
case $version in 8.16*) ;; *) cannot "it is Coq $version, and the proofs are for 8.16" ;; esac
for file in reports/theorems/*.v; do
	name=$(basename "$file")
	"$bin/combin" certify "$(basename "$file" .v | tr _ -)" --theorem "$made/$name" > $log || exit 1
	cmp -s "$file" "$made/$name" || { echo "theorem: $file is out of date (make reports)"; exit 1; }
	started=$(date +%s)
	coqc "$made/$name" > $log 2>&1 || { cat $log; echo "theorem: Coq refuses $file"; exit 1; }
	echo "theorem: $file, $(grep -c '^Theorem' "$file") theorems, $(($(date +%s) - started)) s"
	sort -u $log
done
exec "$bin/python" -m pytest -m kernel -n0 tests/certificate
