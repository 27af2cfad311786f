//go:build unix

package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	debian = flag.Bool("debian", false, "build the Debian packages from an archive of make dist")
	system = flag.Bool("system", false, "with -debian: install them in a clean Debian, made by debootstrap; it takes root and a network")
)

// stage runs a command in a directory, which has to succeed.
func stage(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	// The packages here live for minutes: to pack them tightly would take most of the time of building them.
	c.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", "DPKG_DEB_COMPRESSOR_TYPE=none")
	if *cold != "" {
		c.Env = append(c.Env, "GOCACHE="+*cold)
	}
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out[max(0, len(out)-4000):])
	}
	return string(out)
}

// From the archive of a release Debian's own tools make three packages, without a network. In a clean system they install with
// what they depend on, work, and leave nothing when they are purged.
func TestDebianPackages(t *testing.T) {
	if !*debian {
		t.Skip("long: make nightly builds Debian packages (-debian)")
	}
	folder := t.TempDir()
	archive := filepath.Join(folder, "mpitimer.tar.gz")
	t.Chdir(root)
	if err := dist(archive, true); err != nil {
		t.Fatal(err)
	}
	stage(t, folder, "tar", "xf", archive)
	sources, err := filepath.Glob(filepath.Join(folder, "mpitimer-*", "debian"))
	if err != nil || len(sources) != 1 {
		t.Fatal(sources, err)
	}
	stage(t, filepath.Dir(sources[0]), "dpkg-buildpackage", "-b", "-us", "-uc", "-d")
	packages, err := filepath.Glob(filepath.Join(folder, "*.deb"))
	if err != nil || len(packages) != 3 {
		t.Fatal(packages, err)
	}
	for name, files := range map[string][]string{
		"mpitimer_":        {"./usr/bin/mpitimer", "./usr/bin/pt", "./usr/share/man/man1/mpitimer-show.1.gz", "./usr/share/bash-completion/completions/mpitimer", "./usr/share/doc/mpitimer/copyright"},
		"libmpitimer0_":    {"/libmpitimer.so.0 ->", "/libgptl.so.0.", "/libgptl_e3sm.so.0 ->"},
		"libmpitimer-dev_": {"./usr/include/mpitimer.h", "./usr/include/gptl_e3sm/gptl.inc", "/libmpitimer.so ->", "/pkgconfig/gptl.pc", "/cmake/mpitimer/mpitimerConfig.cmake", "./usr/share/mpitimer/perf_mod.f90"},
	} {
		at := slices.IndexFunc(packages, func(p string) bool { return strings.HasPrefix(filepath.Base(p), name) })
		if at < 0 {
			t.Errorf("no package %s in %q", name, packages)
			continue
		}
		contents := stage(t, folder, "dpkg-deb", "--contents", packages[at])
		for _, f := range files {
			if !strings.Contains(contents, f) {
				t.Errorf("%s has no %s", filepath.Base(packages[at]), f)
			}
		}
	}
	if *system {
		checkSystem(t, folder, packages)
	}
}

// checkSystem installs the packages in a Debian that has nothing else.
func checkSystem(t *testing.T, folder string, packages []string) {
	if os.Geteuid() != 0 {
		t.Skip("not root")
	}
	release, err := os.ReadFile("/etc/os-release")
	if err != nil {
		t.Skip(err)
	}
	_, name, _ := strings.Cut(string(release), "VERSION_CODENAME=")
	name, _, _ = strings.Cut(name, "\n")
	clean := cleanSystem(t, folder, name)
	before := filesBelow(t, filepath.Join(clean, "usr"))
	for _, p := range packages {
		stage(t, folder, "cp", p, filepath.Join(clean, "root", filepath.Base(p)))
	}
	stage(t, folder, "chroot", clean, "sh", "-c", "dpkg --force-unsafe-io -i /root/*.deb")
	version, err := treeVersion()
	if err != nil {
		t.Fatal(err)
	}
	version, _, _ = strings.Cut(version, "-")
	if said := stage(t, folder, "chroot", clean, "mpitimer", "--version"); !strings.HasPrefix(said, "mpitimer version v"+version+" (go1.") {
		t.Errorf("mpitimer --version: %q", said)
	}
	if said := stage(t, folder, "chroot", clean, "sh", "-c", "ldconfig -p; ldd /usr/lib/*/libmpitimer.so.0"); !strings.Contains(said, "libgptl_e3sm.so.0") || strings.Contains(said, "not found") {
		t.Errorf("what the library needs: %s", said)
	}
	if said := stage(t, folder, "chroot", clean, "man", "-w", "mpitimer-show"); !strings.Contains(said, "/usr/share/man/man1/mpitimer-show.1.gz") {
		t.Errorf("man -w mpitimer-show: %q", said)
	}
	if said := stage(t, folder, "chroot", clean, "mpitimer", "__complete", "build", "-on"); !strings.Contains(said, "-only") {
		t.Errorf("completion of mpitimer build -on: %q", said)
	}
	checkDemo(t, folder, clean)
	stage(t, folder, "chroot", clean, "dpkg", "--purge", "mpitimer", "libmpitimer-dev", "libmpitimer0")
	if after := filesBelow(t, filepath.Join(clean, "usr")); !slices.Equal(after, before) {
		var left []string
		for _, f := range after {
			if !slices.Contains(before, f) {
				left = append(left, f)
			}
		}
		t.Errorf("left after purge: %q", left)
	}
}

// cleanSystem is a Debian with nothing but what the packages depend on. To make one takes minutes and a network, so that it is
// kept for a month, as an archive that nothing is installed in.
func cleanSystem(t *testing.T, folder, release string) string {
	const depends = "openmpi-bin,man-db,ca-certificates"
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = folder
	}
	kept := filepath.Join(cache, "mpitimer-nightly", release+".tar")
	clean := filepath.Join(folder, "clean")
	if info, err := os.Stat(kept); err == nil && time.Since(info.ModTime()) < 30*24*time.Hour {
		if err := os.Mkdir(clean, 0o755); err != nil {
			t.Fatal(err)
		}
		stage(t, folder, "tar", "-C", clean, "--xattrs", "--numeric-owner", "-xpf", kept)
		return clean
	}
	stage(t, folder, "debootstrap", "--variant=minbase", "--include="+depends, release, clean)
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
		t.Fatal(err)
	}
	stage(t, folder, "tar", "-C", clean, "--xattrs", "--numeric-owner", "--one-file-system", "--exclude=./var/cache/apt/archives/*.deb", "-cpf", kept+".new", ".")
	stage(t, folder, "mv", kept+".new", kept)
	return clean
}

// checkDemo runs the example on four ranks in the clean system, and the command of the package on what it leaves.
func checkDemo(t *testing.T, folder, clean string) {
	stage(t, root, "go", "build", "-trimpath", "-tags", "mpi,mpi_openmpi", "-o", filepath.Join(clean, "root", "shallowwater"), "./examples/shallowwater")
	// What is mounted goes with the command.
	const script = `mount --bind /proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" sh -c "$1"`
	said := stage(t, folder, "unshare", "--mount", "sh", "-c", script, clean, `cd /root && mkdir run && export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 &&
		mpirun --oversubscribe -n 4 ./shallowwater -out run -steps 20 >/dev/null && mpitimer show run/timing.mptsum`)
	if !strings.Contains(said, "shallowwater: 4 ranks on 1 host") || !strings.Contains(said, "halo") {
		t.Errorf("the demo on 4 ranks: %s", said)
	}
}
