# Prints what OTF2's own reader finds in a trace, one event a line, and fails where states do not nest.
import sys
import otf2
from otf2.events import *

with otf2.reader.open(sys.argv[1]) as trace:
    start = trace.definitions.clock_properties.realtime_timestamp
    print("start", start, "resolution", trace.timer_resolution)
    for region in trace.definitions.regions:
        print("region", region.name, str(region.paradigm).split(".")[-1])
    for comm in trace.definitions.comms:
        print("communicator", comm.name, [l.group.name for l in comm.group.members])
    open_regions = {}
    for location, event in trace.events:
        at = event.time
        host = location.group.system_tree_parent.name if location.group.system_tree_parent else ""
        path = host + "/" + location.group.name + "/" + location.name
        stack = open_regions.setdefault(path, [])
        if isinstance(event, Enter):
            stack.append((event.region.name, at))
        elif isinstance(event, Leave):
            name, begin = stack.pop()
            assert name == event.region.name, (name, event.region.name)
            print("state", path, name, begin, at)
        elif isinstance(event, MpiSend):
            print("send", path, at, event.receiver, event.communicator.name, event.msg_tag, event.msg_length)
        elif isinstance(event, MpiRecv):
            print("receive", path, at, event.sender, event.communicator.name, event.msg_tag, event.msg_length)
        elif isinstance(event, MpiIsend):
            print("isend", path, at, event.receiver, event.communicator.name, event.msg_tag, event.msg_length, event.request_id)
        elif isinstance(event, MpiIsendComplete):
            print("isent", path, at, event.request_id)
        elif isinstance(event, MpiIrecvRequest):
            print("ireceive", path, at, event.request_id)
        elif isinstance(event, MpiIrecv):
            print("ireceived", path, at, event.sender, event.communicator.name, event.msg_tag, event.msg_length, event.request_id)
        elif isinstance(event, MpiCollectiveBegin):
            print("collective", path, at)
        elif isinstance(event, MpiCollectiveEnd):
            root = event.root if event.root != 4294967295 else "none"
            print("collected", path, at, str(event.collective_op).split(".")[-1], event.communicator.name, root, event.size_sent, event.size_received)
        elif isinstance(event, Metric):
            for member, value in zip(event.metric.members, event.values):
                print("metric", path, at, member.name, member.unit, value)
        else:
            print("other", path, at, event)
    assert all(not stack for stack in open_regions.values()), open_regions
