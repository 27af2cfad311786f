package geopm

// base is a report that all readers accept.
const base = `GEOPM Version: 3.1.0
Start Time: Tue Nov  6 08:00:00 2018
Profile: run
Agent: monitor
Policy: {"POWER_CAP": 180}

Hosts:
  node1:
    Regions:
    -
      region: "dgemm"
      hash: 0xa12de8ee
      runtime (s): 3.5
      count: 12
    -
      region: "stream"
      hash: 0xf0e9be1c
      runtime (s): 1
      count: 6
    Unmarked Totals:
      runtime (s): 0.5
      count: 0
    Epoch Totals:
      runtime (s): 4
      count: 2
    Application Totals:
      runtime (s): 5
      count: 0
      geopmctl memory HWM (B): 4759552
  node2:
    Unmarked Totals:
      runtime (s): 5
      count: 0
    Epoch Totals:
      runtime (s): 0
      count: 0
    Application Totals:
      runtime (s): 5
      count: 0

`
