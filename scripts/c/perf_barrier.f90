! A program in Fortran whose barriers perf_mod times: of some thousands, the last of which waits for a rank.
program waits_with_perf_mod
   use iso_c_binding
   use mpi
   use perf_mod
   implicit none
   interface
      integer(c_int) function usleep(microseconds) bind(c)
         import :: c_int
         integer(c_int), value :: microseconds
      end function
   end interface
   integer :: i, ierr, rank, half, unit
   call MPI_Init(ierr)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
   call MPI_Comm_dup(MPI_COMM_WORLD, half, ierr)
   open (newunit=unit, file='with_barriers')
   write (unit, '(a)') '&prof_inparm', ' profile_barrier = .true.', '/'
   close (unit)
   call MPI_Barrier(MPI_COMM_WORLD, ierr)
   call t_initf('with_barriers', LogPrint=.false., mpicom=MPI_COMM_WORLD, MasterTask=rank == 0, MaxThreads=1)
   if (.not. t_barrier_onf()) print *, 'wrong settings'
   do i = 1, 5000
      call t_barrierf('many', half)
   end do
   call t_barrierf('nobody', MPI_COMM_NULL)
   if (rank == 1) ierr = usleep(300000_c_int)
   call t_barrierf('late', MPI_COMM_WORLD)
   call t_prf('barriers', mpicom=MPI_COMM_WORLD, num_outpe=1)
   call t_finalizef()
   call MPI_Finalize(ierr)
end program
