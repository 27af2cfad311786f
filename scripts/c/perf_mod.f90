! A program in Fortran that calls E3SM's perf_mod.
program calls_perf_mod
   use mpi
   use perf_mod
   implicit none
   integer :: i, ierr, rank
   real(8) :: wall, usr, sys
   call MPI_Init(ierr)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
   call t_initf('no_namelist', LogPrint=.true., mpicom=MPI_COMM_WORLD, MasterTask=rank == 0, MaxThreads=1)
   if (.not. t_profile_onf() .or. t_barrier_onf() .or. t_single_filef()) print *, 'wrong settings'
   call t_startf('CPL:RUN')
   do i = 1, 50
      call t_startf('a:step ')
      call t_barrierf('sync', MPI_COMM_WORLD)
      call t_stopf('a:step')
   end do
   call t_startstop_valsf('given', walltime=2.5_8, callcount=3)
   call t_disablef()
   call t_startf('not there')
   call t_stopf('not there')
   call t_enablef()
   call t_set_prefixf('p:')
   call t_startf('inside')
   call t_stopf('inside')
   call t_unset_prefixf()
   call t_stampf(wall, usr, sys)
   if (wall <= 0) print *, 'wrong stamp'
   call t_stopf('CPL:RUN')
   call t_prf('model_timing', mpicom=MPI_COMM_WORLD, num_outpe=1)
   call t_finalizef()
   call MPI_Finalize(ierr)
end program
