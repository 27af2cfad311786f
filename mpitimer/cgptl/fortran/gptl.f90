! GPTL's interface for Fortran, over these timers: names and numbers are GPTL's, see its manual pages. Compile this file with
! the compiler of the program, and link with the library that cmd/libgptl makes.
module gptl
   implicit none
   public

   integer, parameter :: GPTLsync_mpi = 0
   integer, parameter :: GPTLwall = 1
   integer, parameter :: GPTLcpu = 2
   integer, parameter :: GPTLabort_on_error = 3
   integer, parameter :: GPTLoverhead = 4
   integer, parameter :: GPTLdepthlimit = 5
   integer, parameter :: GPTLverbose = 6
   integer, parameter :: GPTLnarrowprint = 7
   integer, parameter :: GPTLpercent = 9
   integer, parameter :: GPTLpersec = 10
   integer, parameter :: GPTLmultiplex = 11
   integer, parameter :: GPTLdopr_preamble = 12
   integer, parameter :: GPTLdopr_threadsort = 13
   integer, parameter :: GPTLdopr_multparent = 14
   integer, parameter :: GPTLdopr_collision = 15
   integer, parameter :: GPTLprint_method = 16
   integer, parameter :: GPTL_IPC = 17
   integer, parameter :: GPTL_LSTPI = 21
   integer, parameter :: GPTL_DCMRT = 22
   integer, parameter :: GPTL_LSTPDCM = 23
   integer, parameter :: GPTL_L2MRT = 24
   integer, parameter :: GPTL_LSTPL2M = 25
   integer, parameter :: GPTL_L3MRT = 26
   integer, parameter :: GPTLdopr_memusage = 27
   integer, parameter :: GPTLtablesize = 50
   integer, parameter :: GPTLmaxthreads = 51
   integer, parameter :: GPTLonlyprint_rank0 = 52
   integer, parameter :: GPTLmem_growth = 53
   integer, parameter :: GPTLgettimeofday = 1
   integer, parameter :: GPTLnanotime = 2
   integer, parameter :: GPTLread_real_time = 3
   integer, parameter :: GPTLmpiwtime = 4
   integer, parameter :: GPTLclockgettime = 5
   integer, parameter :: GPTLplacebo = 7
   integer, parameter :: GPTLfirst_parent = 1
   integer, parameter :: GPTLlast_parent = 2
   integer, parameter :: GPTLmost_frequent = 3
   integer, parameter :: GPTLfull_tree = 4

   interface
      subroutine gptlprocess_namelist(filename, unitno, outret)
         character(*) :: filename
         integer :: unitno, outret
      end subroutine
      integer function gptlinitialize()
      end function
      integer function gptlfinalize()
      end function
      integer function gptlsetoption(option, val)
         integer :: option, val
      end function
      integer function gptlsetutr(option)
         integer :: option
      end function
      integer function gptlstart(name)
         character(*) :: name
      end function
      integer function gptlstop(name)
         character(*) :: name
      end function
      integer function gptlinit_handle(name, handle)
         character(*) :: name
         integer :: handle
      end function
      integer function gptlstart_handle(name, handle)
         character(*) :: name
         integer :: handle
      end function
      integer function gptlstop_handle(name, handle)
         character(*) :: name
         integer :: handle
      end function
      integer function gptlstartstop_val(name, value)
         character(*) :: name
         real(8) :: value
      end function
      integer function gptlenable()
      end function
      integer function gptldisable()
      end function
      integer function gptlreset()
      end function
      integer function gptlreset_timer(name)
         character(*) :: name
      end function
      integer function gptlstamp(wall, usr, sys)
         real(8) :: wall, usr, sys
      end function
      integer function gptlpr(procid)
         integer :: procid
      end function
      integer function gptlpr_file(file)
         character(*) :: file
      end function
      integer function gptlpr_summary(fcomm)
         integer :: fcomm
      end function
      integer function gptlpr_summary_file(fcomm, name)
         integer :: fcomm
         character(*) :: name
      end function
      integer function gptlbarrier(fcomm, name)
         integer :: fcomm
         character(*) :: name
      end function
      integer function gptlquery(name, t, count, onflg, wallclock, usr, sys, papicounters_out, maxcounters)
         character(*) :: name
         integer :: t, count, onflg
         real(8) :: wallclock, usr, sys
         integer(8) :: papicounters_out
         integer :: maxcounters
      end function
      integer function gptlget_wallclock(name, t, value)
         character(*) :: name
         integer :: t
         real(8) :: value
      end function
      integer function gptlget_wallclock_latest(name, t, value)
         character(*) :: name
         integer :: t
         real(8) :: value
      end function
      integer function gptlget_threadwork(name, maxwork, imbal)
         character(*) :: name
         real(8) :: maxwork, imbal
      end function
      integer function gptlget_count(name, t, count)
         character(*) :: name
         integer :: t, count
      end function
      integer function gptlget_nregions(t, nregions)
         integer :: t, nregions
      end function
      integer function gptlget_regionname(t, region, name)
         integer :: t, region
         character(*) :: name
      end function
      integer function gptlget_eventvalue(timername, eventname, t, value)
         character(*) :: timername, eventname
         integer :: t
         real(8) :: value
      end function
      integer function gptlget_memusage(rss)
         real :: rss
      end function
      integer function gptlprint_memusage(str)
         character(*) :: str
      end function
      integer function gptlget_procsiz(procsiz, rss)
         real :: procsiz, rss
      end function
      integer function gptl_papilibraryinit()
      end function
      integer function gptlevent_name_to_code(str, code)
         character(*) :: str
         integer :: code
      end function
      integer function gptlevent_code_to_name(code, str)
         integer :: code
         character(*) :: str
      end function
      integer function gptlnum_errors()
      end function
      integer function gptlnum_warn()
      end function
   end interface
end module
