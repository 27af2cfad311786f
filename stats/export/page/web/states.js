// States, as they are unpacked.

const States = {
  // read reads those of all lanes, as Go's packed has them, and makes the stretches in which a state was the innermost one. It
  // returns for how long each name was.
  read(bytes, place) {
    const t = Data.timeline,
      names = [],
      depths = [];
    for (let k = TimeData.number(bytes, place); k > 0; k--) {
      names.push(TimeData.number(bytes, place));
      depths.push(TimeData.number(bytes, place));
    }
    const counts = t.lanes.map((l) => (t.whole ? l.states : l.lateStates || 0)),
      n = counts.reduce((a, b) => a + b, 0),
      all = {
        start: new Float64Array(n),
        end: new Float64Array(n),
        name: new Uint32Array(n),
        depth: new Uint16Array(n),
        from: new Float64Array(2 * n),
        to: new Float64Array(2 * n),
        of: new Uint32Array(2 * n),
        times: new Float64Array(t.names.length),
        open: new Uint32Array(2 ** 16 + 1), // as deep as Uint16 tells
      },
      columns = new Uint32Array(2 * t.names.length + 1); // where the next symbol of each stands
    for (let i = 0; i < n; i++) {
      const shape = TimeData.number(bytes, place),
        name = names[shape];
      all.name[i] = name;
      all.depth[i] = depths[shape];
      columns[2 * name + 1]++;
      columns[2 * name + 2]++;
    }
    columns[0] = place.at;
    for (let k = 1; k < columns.length; k++) columns[k] += columns[k - 1];
    const steps = States.stepper(bytes, columns);
    let first = 0,
      cut = 0;
    TimeData.lanes.forEach((lane, k) => {
      const next = first + counts[k];
      if (t.whole || counts[k]) cut = States.lane(lane, all, first, next, cut, steps);
      first = next;
    });
    place.at = steps.end();
    return all.times;
  },

  // lane reads the states of a lane, which are those of all from a first one on, and its stretches.
  lane(lane, all, first, next, cut, steps) {
    const { start, end, name, depth, from, to, of, times, open } = all,
      marks = [],
      moved = Clocks.recorded,
      begun = cut;
    let now = 0, // as it is told
      last = 0, // as it is shown
      within = 0, // so many are open
      deepest = 0;
    for (let i = first; ;) {
      const ends = within > (i < next ? depth[i] : 0);
      if (!ends && i === next) break;
      const state = ends ? open[within - 1] : i;
      now += steps.next(2 * name[state] + (ends ? 1 : 0));
      const shown = moved ? Clocks.undo(lane.clock, now) : now;
      if (shown > last) {
        if (within > 0) {
          const inner = open[within - 1];
          from[cut] = last;
          to[cut] = shown;
          of[cut++] = inner - first;
          times[name[inner]] += shown - last;
        }
        last = shown;
      }
      if (ends) {
        end[state] = shown;
        if (shown <= start[state]) marks.push(state - first); // without length
        within--;
      } else {
        start[state] = shown;
        if (depth[state] > deepest) deepest = depth[state];
        open[within++] = i++;
      }
    }
    for (const key of ['start', 'end', 'name', 'depth']) lane[key] = all[key].subarray(first, next);
    for (const key of ['from', 'to', 'of']) lane[key] = all[key].subarray(begun, cut);
    marks.sort((a, b) => a - b);
    Object.assign(lane, { deepest, marks, markAt: Float64Array.from(marks, (i) => lane.start[i]) });
    return cut;
  },

  // stepper gives the steps of columns, one after the other.
  stepper(bytes, columns) {
    const powers = Float64Array.from({ length: 64 }, (_, k) => 2 ** k);
    let at = columns[columns.length - 1], // of the further bits
      shift = 0;
    const word = (n) => {
      const v = (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> shift;
      shift += n;
      at += shift >> 3;
      shift &= 7;
      return v & ((1 << n) - 1);
    };
    const bits = (n) => {
      let v = 0,
        k = 0;
      for (; n - k > 24; k += 24) v += word(24) * powers[k];
      return v + word(n - k) * powers[k];
    };
    return {
      next(column) {
        const symbol = bytes[columns[column]++],
          n = (symbol >> 2) - 3;
        if (symbol < 4) return symbol - 1;
        if (symbol === 255) {
          const low = bits(32);
          return low + (bits(32) | 0) * 2 ** 32;
        }
        return (4 + (symbol & 3)) * powers[n] + bits(n) - 1;
      },
      end: () => at + (shift > 0),
    };
  },
};
