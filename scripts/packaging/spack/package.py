# Recipe for Spack: in a repository of recipes it is packages/mpitimer/package.py.
from spack_repo.builtin.build_systems.makefile import MakefilePackage

from spack.package import *


class Mpitimer(MakefilePackage):
    """Timers for parallel solvers: which region of a program is slow, on which
    ranks, and who waits for them. Libraries for C, C++ and Fortran, also with
    the interfaces of GPTL and of E3SM's fork of GPTL, and the commands mpitimer
    and pt."""

    homepage = "https://github.com/go-hpc/timers"
    git = "https://github.com/go-hpc/timers.git"

    license("Apache-2.0")

    version("main", branch="main")
    # Spack's own repository also wants the commit of the tag: version("0.1.0", tag="v0.1.0", commit="…").
    version("0.1.0", tag="v0.1.0")

    variant("mpi", default=True, description="Build the libraries for MPI")

    depends_on("c", type="build")
    depends_on("go@1.26:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi", when="+mpi")

    def build(self, spec, prefix):
        pass  # make install does it all

    def setup_build_environment(self, env: EnvironmentModifications) -> None:
        # Modules of others go where Spack removes them.
        env.set("GOPATH", join_path(self.stage.path, "go"))
        env.set("GOCACHE", join_path(self.stage.path, "gocache"))
        env.set("GOFLAGS", "-modcacherw")

    def install(self, spec, prefix):
        if spec.satisfies("+mpi"):
            kind = "openmpi" if spec["mpi"].name == "openmpi" else "mpich"
        else:
            kind = "none"
        make("install", f"PREFIX={prefix}", f"MPI={kind}")

    def setup_run_environment(self, env: EnvironmentModifications) -> None:
        env.prepend_path("XDG_DATA_DIRS", self.prefix.share)

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_version(self):
        Executable(self.prefix.bin.mpitimer)("--version")
