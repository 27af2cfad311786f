# make help lists what can be made. The work is done by scripts/, which can be run by themselves.

.DEFAULT_GOAL := help
PREFIX ?= /usr/local
# The program that runs the steps is compiled with their flags: they find what that has compiled.
SUITE = go run -trimpath -ldflags=-w -gcflags=all=-dwarf=false ./scripts/suite
.PHONY: help demo demo-page picture check test nightly bench answers lint docs install fuzz long-attacks kill model scale properties uninstall dist sbom clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: ## see it in five seconds: run the shallow-water example on 4 ranks and show its timers; files go to demo/
	@scripts/demo.sh

demo-page: ## the same with all calls of MPI, use of the node and power over time, as one page: demo-page/page.html
	@scripts/demo-page.sh

picture: ## take the README's picture of that page: docs/page.png
	@scripts/page-picture.sh

check: ## the everyday loop, a minute at most: lint, builds, and short tests of what changed and what imports it; with ALL=1 of all that needs it
	@scripts/with-mpi.sh go run ./scripts/suite $(if $(ALL),-all) check

test: ## what CI runs, ten minutes at most: types, tests, race detector, both MPIs, a browser, the demo
	@scripts/in-memory.sh scripts/with-mpi.sh $(SUITE) $(if $(ONLY),-only "$(ONLY)") test

nightly: ## all else, 90 minutes at most: kills, bad machines, several hosts, Slurm, fuzzing, programs of others, all documents
	@scripts/in-memory.sh scripts/with-mpi.sh $(SUITE) $(if $(ONLY),-only "$(ONLY)") nightly

answers: ## find who is slow in 3 × 2 000 made-up runs of which the truth is known, and in 20 real ones, and score it
	@for seed in 1 2 3; do go run ./scripts/answers -seed $$seed -runs 2000; done
	@go run ./scripts/answers -seed 1 -real 5

lint: ## only gofmt, vet, types for other systems and staticcheck
	@scripts/with-mpi.sh go run ./scripts/suite lint

bench: ## measure, and show the figures beside what they should be; with FAST=1 those of every day, in 90 s; with ONLY="hdtrace merge" these parts
	@scripts/with-mpi.sh go run ./scripts/bench

docs: ## write the parts of docs/ that are made from the source
	@go test ./mpitimer/all -run '^TestReference$$' -update
	@go test ./scripts/docs -run '^(TestArchitecture|TestTopPicture)$$' -update

install: ## put commands, manual pages, completions, libraries and headers below PREFIX; with DESTDIR, LIBDIR, MPI=openmpi, mpich or none
	@go run ./scripts/packaging -prefix "$(PREFIX)" -destdir "$(DESTDIR)" -libdir "$(LIBDIR)" -mpi "$(or $(MPI),any)" install

uninstall: ## remove what make install has put below PREFIX
	@go run ./scripts/packaging -prefix "$(PREFIX)" -destdir "$(DESTDIR)" uninstall

dist: ## write mpitimer.tar.gz, from which packages are built without a network; with RELEASE=1 under the version of the release
	@go run ./scripts/packaging $(if $(RELEASE),-release) dist mpitimer.tar.gz

sbom: ## list the modules that mpitimer and pt are built of, with their licences, in CycloneDX's form: mpitimer.cdx.json, pt.cdx.json
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && for program in mpitimer pt; do \
		go build -trimpath -buildvcs=false -o "$$folder/$$program" ./cmd/$$program && go run github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0 \
			bin -json -licenses -version "v$$(cat VERSION)" -output $$program.cdx.json "$$folder/$$program" || exit; done

fuzz: ## fuzz every target for a minute, or for as long as FUZZTIME says
	@scripts/with-mpi.sh go run ./scripts/suite -v -time $${FUZZTIME:-60s} fuzz

long-attacks: ## recover with 25 000 rank tables at 1 024 descriptors, and what that takes
	@LONG_ATTACKS=1 go test -count=1 -timeout 1h -run '^TestRecover(Few|Many)' -v ./cmd/mpitimer

kill: ## kill ranks of running jobs at 240 random points, and see what is left of their timers
	@scripts/kill.sh

model: ## random programs on the timers and on an oracle of them for a minute, or for as long as MODELTIME says
	@scripts/with-mpi.sh go run ./scripts/suite -v -time $${MODELTIME:-60s} model

scale: ## look at 100 000 ranks on 1 000 nodes, some out of reach, at hosts of namespaces, ssh and Slurm, and merge a million profiles
	@scripts/scale.sh

properties: ## test every property on 3000 random inputs, or on as many as CHECKS says
	@scripts/with-mpi.sh go run ./scripts/suite -v -checks $${CHECKS:-3000} properties

clean: ## remove what the other targets wrote
	rm -rf demo demo-page bench mpitimer.tar.gz mpitimer.cdx.json pt.cdx.json
