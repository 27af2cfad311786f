! A program in Fortran that makes each call of E3SM's fork of GPTL that E3SM's perf_mod and SCORPIO make, and writes its files
! as perf_mod does: its own lines first, then those of GPTL behind them.
program calls_the_fork
   use mpi
   use, intrinsic :: iso_c_binding, only: c_char, c_int, c_null_char
   implicit none
#include <gptl.inc>
   integer :: i, ierr, me, n, count, onflg, regions
   integer(8) :: handle, size, resident, shared, text, datastack, counters(4)
   real(8) :: wall, usr, sys
   character(len=64) :: name
   logical :: failed = .false.
   interface ! as a library in C calls them, like SCORPIO
      integer(c_int) function start_in_c(name) bind(C, name='GPTLstart')
         import :: c_char, c_int
         character(kind=c_char), intent(in) :: name(*)
      end function
      integer(c_int) function stop_in_c(name) bind(C, name='GPTLstop')
         import :: c_char, c_int
         character(kind=c_char), intent(in) :: name(*)
      end function
   end interface

   call MPI_Init(ierr)
   call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
   call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
   call must(gptlsetutr(GPTLmpiwtime) == 0, 'clock')
   call must(gptlsetoption(GPTLcpu, 0) == 0 .and. gptlsetoption(GPTLdopr_quotes, 1) == 0, 'options')
   call must(gptlsetoption(GPTLmaxthreads, 1) == 0 .and. gptlsetoption(GPTLdepthlimit, 20) == 0, 'limits')
   call must(gptlsetoption(GPTLprofile_ovhd, 1) == 0, 'overhead')
   call must(gptlinitialize() == 0 .and. gptlis_initialized() == 1, 'initialize')

   call must(gptlprefix_set('CPL:') == 0, 'prefix')
   do i = 1, 50
      call must(gptlstart('RUN   ') == 0 .and. gptlstop('RUN') == 0, 'pair')
   end do
   call must(gptlprefix_unset() == 0, 'no prefix')
   handle = 0
   do i = 1, 20
      call must(gptlstart_handle('handled', handle) == 0 .and. gptlstop_handle('handled', handle) == 0, 'handle')
   end do
   call must(handle /= 0, 'a handle is given')
   call must(gptlstartstop_vals('given', 2.5_8, 3) == 0, 'given')
   call must(gptldisable() == 0 .and. gptlstart('disabled') == 0 .and. gptlstop('disabled') == 0 .and. gptlenable() == 0, 'disabled')
   call must(gptlbarrier(MPI_COMM_WORLD, 'barrier') == 0, 'barrier')
   call must(gptlstamp(wall, usr, sys) == 0 .and. wall > 0, 'stamp')
   call must(gptlquery('handled', 0, count, onflg, wall, usr, sys, counters, 0) == 0 .and. count == 20 .and. onflg == 0, 'query')
   call must(gptlquerycounters('handled', 0, counters) == 0 .and. gptlget_wallclock('given', 0, wall) == 0 .and. wall == 2.5_8, 'values')
   call must(gptlget_eventvalue('handled', 'no such event', 0, wall) == -1, 'no event')
   call must(gptlget_nregions(0, regions) == 0 .and. regions == 4 .and. gptlget_regionname(0, 0, name) == 0 .and. name == 'CPL:RUN', 'names')
   call must(gptlget_memusage(size, resident, shared, text, datastack) == 0 .and. resident > 0 .and. size >= resident, 'memory')
   call must(gptlprint_memusage('memory') == 0, 'memory in a line')

   call must(gptlstart('CPL:ATM_RUN') == 0 .and. start_in_c('PIO:write_total'//c_null_char) == 0, 'start in Fortran, then in C')
   call must(stop_in_c('PIO:write_total'//c_null_char) == 0 .and. gptlstop('CPL:ATM_RUN') == 0, 'stop in C, then in Fortran')

   call must(gptlstart('t_prf') == 0 .and. gptlprint_mode_query() == GPTLprint_write .and. gptlprint_mode_set(GPTLprint_append) == 0, 'mode')
   if (me == 0) then
      open(17, file='model_timing_stats', status='UNKNOWN')
      write(17, '(/,"***** GLOBAL STATISTICS (",I6," MPI TASKS) *****",/)') n
      close(17)
   end if
   call must(gptlpr_summary_file(MPI_COMM_WORLD, 'model_timing_stats') == 0, 'summary')
   if (me == 0) then
      open(17, file='model_timing.0', status='UNKNOWN')
      write(17, '(/,"************ PROCESS ",I6," (",I6,") ************",/)') me, me
      close(17)
      call must(gptlpr_file('model_timing.0') == 0, 'file')
   end if
   call must(gptlprint_mode_set(GPTLprint_write) == 0 .and. gptlstop('t_prf') == 0, 'mode again')
   call must(gptlpr(me) == 0 .and. gptlpr_summary(MPI_COMM_WORLD) == 0 .and. gptlreset() == 0, 'other files')
   call must(gptlfinalize() == 0 .and. gptlis_initialized() == 0, 'finalize')
   call MPI_Finalize(ierr)
   if (.not. failed) print *, 'as it should be'
contains
   subroutine must(is, what)
      logical, intent(in) :: is
      character(len=*), intent(in) :: what
      if (is) return
      print *, 'wrong: ', what
      failed = .true.
   end subroutine
end program
