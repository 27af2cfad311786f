! E3SM's module perf_mod over these timers, with its names and arguments. Compile this file with the compiler of the program,
! and link with the library that cmd/libgptl makes. What t_initf has set is written to the log unit; later messages go to
! standard output.
module perf_mod
   use, intrinsic :: iso_c_binding, only: c_char, c_double, c_f_pointer, c_int, c_null_char, c_ptr, c_size_t
   implicit none
   private

   public :: t_initf, t_finalizef, t_setLogUnit, t_getLogUnit, t_profile_onf, t_barrier_onf, t_single_filef
   public :: t_set_prefixf, t_unset_prefixf, t_stampf, t_startf, t_stopf, t_startstop_valsf
   public :: t_enablef, t_disablef, t_adj_detailf, t_barrierf, t_prf

   integer, parameter :: r8 = selected_real_kind(12), i8 = selected_int_kind(13)
   integer, save :: unit = 6

   interface
      type(c_ptr) function perf_init(namelist, length, print, present, comm, threads) bind(c, name='gohpc_perf_init')
         import :: c_char, c_int, c_ptr, c_size_t
         character(kind=c_char), intent(in) :: namelist(*)
         integer(c_size_t), value :: length
         integer(c_int), value :: print, present, comm, threads
      end function
      subroutine perf_finalize() bind(c, name='gohpc_perf_finalize')
      end subroutine
      subroutine perf_start(event, length) bind(c, name='perf_mod_start')
         import :: c_char, c_size_t
         character(kind=c_char), intent(in) :: event(*)
         integer(c_size_t), value :: length
      end subroutine
      subroutine perf_stop(event, length) bind(c, name='perf_mod_stop')
         import :: c_char, c_size_t
         character(kind=c_char), intent(in) :: event(*)
         integer(c_size_t), value :: length
      end subroutine
      subroutine perf_add(event, length, seconds, calls) bind(c, name='gohpc_perf_add')
         import :: c_char, c_double, c_int, c_size_t
         character(kind=c_char), intent(in) :: event(*)
         integer(c_size_t), value :: length
         real(c_double), value :: seconds
         integer(c_int), value :: calls
      end subroutine
      integer(c_int) function perf_ask(what) bind(c, name='gohpc_perf_ask')
         import :: c_int
         integer(c_int), value :: what
      end function
      subroutine perf_do(what, n) bind(c, name='gohpc_perf_do')
         import :: c_int
         integer(c_int), value :: what, n
      end subroutine
      subroutine perf_prefix(prefix, length) bind(c, name='gohpc_perf_prefix')
         import :: c_char, c_size_t
         character(kind=c_char), intent(in) :: prefix(*)
         integer(c_size_t), value :: length
      end subroutine
      subroutine perf_stamp(wall, user, system) bind(c, name='gohpc_perf_stamp')
         import :: c_double
         real(c_double), intent(out) :: wall, user, system
      end subroutine
      subroutine perf_barrier(event, length, present, comm) bind(c, name='gohpc_perf_barrier')
         import :: c_char, c_int, c_size_t
         character(kind=c_char), intent(in) :: event(*)
         integer(c_size_t), value :: length
         integer(c_int), value :: present, comm
      end subroutine
      subroutine perf_print(file, length, present, comm, options) bind(c, name='gohpc_perf_print')
         import :: c_char, c_int, c_size_t
         character(kind=c_char), intent(in) :: file(*)
         integer(c_size_t), value :: length
         integer(c_int), value :: present, comm
         integer(c_int), intent(in) :: options(10)
      end subroutine
      integer(c_size_t) function c_strlen(text) bind(c, name='strlen')
         import :: c_ptr, c_size_t
         type(c_ptr), value :: text
      end function
      subroutine c_free(text) bind(c, name='free')
         import :: c_ptr
         type(c_ptr), value :: text
      end subroutine
   end interface

contains

   subroutine t_initf(NLFilename, LogPrint, LogUnit, mpicom, MasterTask, MaxThreads)
      character(*), intent(in) :: NLFilename
      logical, intent(in), optional :: LogPrint, MasterTask
      integer, intent(in), optional :: LogUnit, mpicom, MaxThreads
      integer(c_int) :: print, comm, threads
      type(c_ptr) :: text
      print = 1
      comm = 0
      threads = 1
      if (present(LogPrint)) print = merge(1, 0, LogPrint)
      if (present(MasterTask)) print = merge(print, 0_c_int, MasterTask)
      if (present(LogUnit)) unit = LogUnit
      if (present(mpicom)) comm = mpicom
      if (present(MaxThreads)) threads = MaxThreads
      text = perf_init(NLFilename, len_trim(NLFilename, c_size_t), print, merge(1, 0, present(mpicom)), comm, threads)
      call write_lines(text)
      call c_free(text)
   end subroutine

   subroutine write_lines(text)
      type(c_ptr), intent(in) :: text
      character(kind=c_char), pointer :: bytes(:)
      character(:), allocatable :: line
      integer :: i
      call c_f_pointer(text, bytes, [c_strlen(text)])
      line = ''
      do i = 1, size(bytes)
         if (bytes(i) == new_line('a')) then
            write (unit, '(a)') line
            line = ''
         else
            line = line//bytes(i)
         end if
      end do
   end subroutine

   subroutine t_finalizef()
      call perf_finalize()
   end subroutine

   subroutine t_setLogUnit(LogUnit)
      integer, intent(in) :: LogUnit
      unit = LogUnit
   end subroutine

   subroutine t_getLogUnit(LogUnit)
      integer, intent(out) :: LogUnit
      LogUnit = unit
   end subroutine

   logical function t_profile_onf()
      t_profile_onf = perf_ask(0_c_int) /= 0
   end function

   logical function t_barrier_onf()
      t_barrier_onf = perf_ask(1_c_int) /= 0
   end function

   logical function t_single_filef()
      t_single_filef = perf_ask(2_c_int) /= 0
   end function

   subroutine t_set_prefixf(prefix_string)
      character(*), intent(in) :: prefix_string
      call perf_prefix(prefix_string, len_trim(prefix_string, c_size_t))
   end subroutine

   subroutine t_unset_prefixf()
      call perf_do(2_c_int, 0_c_int)
   end subroutine

   subroutine t_stampf(wall, usr, sys)
      real(r8), intent(out) :: wall, usr, sys
      call perf_stamp(wall, usr, sys)
   end subroutine

   ! The handle is not used, as in E3SM's.
   subroutine t_startf(event, handle)
      character(*), intent(in) :: event
      integer(i8), optional :: handle
      call perf_start(event, len_trim(event, c_size_t))
   end subroutine

   subroutine t_stopf(event, handle)
      character(*), intent(in) :: event
      integer(i8), optional :: handle
      call perf_stop(event, len_trim(event, c_size_t))
   end subroutine

   subroutine t_startstop_valsf(event, walltime, callcount, handle)
      character(*), intent(in) :: event
      real(r8), intent(in), optional :: walltime
      integer, intent(in), optional :: callcount
      integer(i8), optional :: handle
      real(c_double) :: seconds
      integer(c_int) :: calls
      seconds = 0
      calls = 1
      if (present(walltime)) seconds = walltime
      if (present(callcount)) calls = callcount
      call perf_add(event, len_trim(event, c_size_t), seconds, calls)
   end subroutine

   subroutine t_enablef()
      call perf_do(0_c_int, 0_c_int)
   end subroutine

   subroutine t_disablef()
      call perf_do(1_c_int, 0_c_int)
   end subroutine

   subroutine t_adj_detailf(detail_adjustment)
      integer, intent(in) :: detail_adjustment
      call perf_do(3_c_int, int(detail_adjustment, c_int))
   end subroutine

   subroutine t_barrierf(event, mpicom)
      character(*), intent(in), optional :: event
      integer, intent(in), optional :: mpicom
      integer(c_int) :: comm
      comm = 0
      if (present(mpicom)) comm = mpicom
      if (present(event)) then
         call perf_barrier(event, len_trim(event, c_size_t), merge(1, 0, present(mpicom)), comm)
      else
         call perf_barrier(c_null_char, 0_c_size_t, merge(1, 0, present(mpicom)), comm)
      end if
   end subroutine

   subroutine t_prf(filename, mpicom, num_outpe, stride_outpe, single_file, global_stats, output_thispe)
      character(*), intent(in), optional :: filename
      integer, intent(in), optional :: mpicom, num_outpe, stride_outpe
      logical, intent(in), optional :: single_file, global_stats, output_thispe
      integer(c_int) :: options(10), comm
      comm = 0
      options = 0
      if (present(mpicom)) comm = mpicom
      if (present(num_outpe)) options(1:2) = [1, num_outpe]
      if (present(stride_outpe)) options(3:4) = [1, stride_outpe]
      if (present(single_file)) options(5:6) = [1, merge(1, 0, single_file)]
      if (present(global_stats)) options(7:8) = [1, merge(1, 0, global_stats)]
      if (present(output_thispe)) options(9:10) = [1, merge(1, 0, output_thispe)]
      if (present(filename)) then
         call perf_print(filename, len_trim(filename, c_size_t), merge(1, 0, present(mpicom)), comm, options)
      else
         call perf_print(c_null_char, 0_c_size_t, merge(1, 0, present(mpicom)), comm, options)
      end if
   end subroutine
end module
