// What is said of the lanes: what one did at a time; as tables what all did in the interval that is seen, who waited for whom, and
// what is on the path.

Object.assign(Timeline, {
  // shares are those of states of a lane around a time, as wide as a pixel.
  shares(lane, at) {
    const half = (Timeline.to - Timeline.from) / Timeline.width / 2,
      sums = new Map();
    let inside = 0;
    TimeData.eachIn(lane, Math.max(0, at - half), Math.min(Data.timeline.length, at + half), (name, ns, state) => {
      const one = sums.get(name) || { ns: 0, state };
      one.ns += ns;
      sums.set(name, one);
      inside += ns;
    });
    return { list: [...sums].sort((a, b) => b[1].ns - a[1].ns), inside };
  },

  // lines say what a lane did at a time.
  lines(lane, at) {
    const { list, inside } = Timeline.shares(lane, at);
    const head = [TimeData.title(lane) + ' at ' + Format.moment(at)];
    const marks = [],
      half = (Timeline.to - Timeline.from) / Timeline.width;
    TimeData.eachMark(lane, at - half, at + half, 0, (_, i) => marks.push(Timeline.label(lane.name[i])));
    if (marks.length)
      head.push(
        [...new Set(marks)].slice(0, 6).join(', ') +
          ' without length' +
          (marks.length > 1 ? ', ' + Format.count(marks.length) + ' times' : ''),
      );
    if (!list.length && marks.length) return head;
    if (!list.length) return [...head, 'no state' + (lane.brief ? ' of ' + Format.time(lane.brief) + ' or more' : '')];
    if (list.length === 1 && list[0][1].state !== undefined) {
      const i = list[0][1].state,
        names = [],
        related = Related.of(lane, i).map((r) => r.text);
      for (let j = i, d = lane.depth[i]; j >= 0 && d >= 0; j--)
        if (lane.depth[j] === d) {
          names.unshift(Timeline.label(lane.name[j]));
          d--;
        }
      return [
        ...head,
        names.join(' / '),
        'from ' + Format.moment(lane.start[i]) + ', for ' + Format.time(lane.end[i] - lane.start[i]),
        ...related.slice(0, 3),
        ...(related.length > 3 ? ['and ' + Format.count(related.length - 3) + ' more'] : []),
      ];
    }
    return head.concat(
      list.slice(0, 6).map(([name, one]) => Timeline.label(name) + ' ' + Format.percent(one.ns / inside)),
    );
  },

  // summary is what the lanes did in the interval that is seen, as a table.
  summary() {
    const sums = new Map(),
      t = Data.timeline,
      span = Timeline.to - Timeline.from;
    for (const lane of TimeData.lanes) {
      const own = new Map();
      TimeData.eachIn(lane, Timeline.from, Timeline.to, (name, ns) => {
        const row = Groups.row(name);
        own.set(row, (own.get(row) || 0) + ns);
      });
      for (const [name, ns] of own) {
        const s = sums.get(name) || { name, sum: 0, lanes: 0, most: -1, lane: null };
        s.sum += ns;
        s.lanes++;
        if (ns > s.most) Object.assign(s, { most: ns, lane });
        sums.set(name, s);
      }
    }
    const rows = [...sums.values()].sort((a, b) => b.sum - a.sum),
      whole = span * TimeData.lanes.length;
    const about = t.whole ? '' : '≈ ',
      named = Names.cells(rows.map((s) => Groups.label(s.name)));
    Timeline.text.textContent =
      Format.time(span) +
      ' from ' +
      Format.moment(Timeline.from) +
      ' of ' +
      Format.moment(t.length) +
      ', ' +
      Format.plural(TimeData.lanes.length, 'lane') +
      (Timeline.per > 1 ? ', ' + Timeline.per + ' in a row, of which the one is seen that differs most from all' : '') +
      (t.whole ? '' : Timeline.extent(t)) +
      (t.odd
        ? '; ' + Format.plural(t.odd, 'state') + ' that overlap others or end before they begin: only marks'
        : '') +
      (t.unseen ? '; ' + Format.plural(t.unseen, 'state') + ' without length, which shares do not show' : '') +
      (t.relationsLeft ? '; ' + Format.plural(t.relationsLeft, 'relation') + ' have no room' : '') +
      (t.unpaired ? '; of ' + Format.plural(t.unpaired, 'message') + ' one end is not known' : '') +
      (t.messagesLeft ? '; its ' + Format.plural(t.messagesLeft, 'message') + ' are too many for it' : '') +
      '.' +
      Clocks.note();
    Timeline.hint.textContent =
      '← and → go from state to state, ↑ and ↓ to other lanes, + and − zoom, Shift with ← and → moves; a band drawn with the mouse selects, with Shift it moves; Ctrl with the wheel zooms.';
    Related.draw(Timeline.details);
    Timeline.waits();
    Traffic.draw();
    Timeline.onPath();
    Timeline.reduce.disabled = !Interval.possible(Timeline.from, Timeline.to);
    Timeline.legend.replaceChildren(...Groups.legend());
    Timeline.beneath.replaceChildren(
      Lists.table(
        'What the lanes did in this interval: time in which a state was the innermost one.' + Names.said(),
        [
          { title: 'State', cell: (s) => named(Groups.label(s.name)) },
          { title: 'Own time', cell: (s) => cell(s.sum, about + Format.time(s.sum)) },
          { title: 'Share of all lanes', cell: (s) => cell(s.sum / whole, about + Format.percent(s.sum / whole)) },
          { title: 'Lanes', cell: (s) => cell(s.lanes, Format.count(s.lanes)) },
          { title: 'Mean of these', cell: (s) => cell(s.sum / s.lanes, about + Format.time(s.sum / s.lanes)) },
          { title: 'Most', cell: (s) => cell(s.most, about + Format.time(s.most)) },
          { title: 'in', left: true, cell: (s) => el('td', { class: 'who', text: TimeData.title(s.lane) }) },
        ],
        rows,
      ),
    );
  },

  // extent says what of the states is there.
  extent(t) {
    const parts = Format.count(t.bins) + ' parts of the time';
    if (!TimeData.lanes.some((lane) => lane.from)) return '; of this many states the page has shares in ' + parts;
    const from = TimeData.lanes.reduce((most, lane) => Math.max(most, lane.since), 0),
      until = TimeData.lanes.reduce((least, lane) => Math.min(least, lane.until), t.length),
      brief = t.lanes.reduce((most, lane) => Math.max(most, lane.brief || 0), 0);
    return (
      (from > 0 || until < t.length
        ? '; each state from ' +
          Format.time(from) +
          (until < t.length ? ' to ' + Format.time(until) : ' on') +
          ', otherwise shares in ' +
          parts
        : '') +
      (brief
        ? '; where most was going on, what took less than ' +
          Format.time(brief) +
          ' may stand for a part of the state around it'
        : '')
    );
  },

  // waits is who waited for whom in the interval that is seen, by pairs of lanes: for a message that was not sent yet, and in
  // collective calls for the last to come or for the root; in sends for the receiver.
  waits() {
    const m = TimeData.messages,
      pairs = new Map();
    let sent = 0,
      seen = 0;
    TimeData.eachMessage(Timeline.from, Timeline.to, (i) => {
      seen++;
      if (m.kind[i] === Messages.sent) sent++;
      const ns = Math.min(m.at[i], m.until[i], Timeline.to) - Math.max(m.since[i], Timeline.from);
      if (ns <= 0) return;
      const key = m.to[i] + ' ' + m.from[i] + ' ' + m.kind[i];
      const one = pairs.get(key) || { to: m.to[i], from: m.from[i], kind: m.kind[i], ns: 0, n: 0, unsure: 0 };
      one.ns += ns;
      if (Clocks.within(i)) one.unsure += ns;
      one.n++;
      pairs.set(key, one);
    });
    const rows = [...pairs.values()].sort((a, b) => b.ns - a.ns);
    Timeline.waiting.replaceChildren();
    if (m.calls === 0) return;
    if (rows.length === 0) {
      Timeline.waiting.append(
        el('p', {
          class: 'note',
          text:
            Format.plural(sent, 'message') +
            ' in this interval; nobody waited in a receive, in a send or in a collective call for another.',
        }),
      );
      return;
    }
    const title = (lane) => TimeData.title(TimeData.lanes[lane]);
    Timeline.waiting.append(
      Lists.table(
        'Who waited for whom in this interval, of ' +
          Format.plural(sent, 'message') +
          (seen > TimePaint.mostArrows ? ', too many for lines' : ''),
        [
          { title: 'Waited', cell: (p) => el('th', { scope: 'row', class: 'name', text: title(p.to) }) },
          { title: 'for', left: true, cell: (p) => el('td', { class: 'who', text: title(p.from) }) },
          {
            title: 'in',
            left: true,
            cell: (p) =>
              el('td', {
                class: 'who',
                text: {
                  [Messages.sent]: 'receives',
                  [Messages.collective]: 'collective calls',
                  [Messages.receiver]: 'sends',
                  [Messages.caused]: 'relations',
                }[p.kind],
              }),
          },
          { title: 'Time', cell: (p) => cell(p.ns, Format.time(p.ns)) },
          { title: 'Times', cell: (p) => cell(p.n, Format.count(p.n)) },
          {
            title: 'within the error of the clocks',
            hint: 'waits that are not longer than that, and may be none',
            cell: (p) => cell(p.unsure, p.unsure > 0 ? Format.time(p.unsure) : '–'),
          },
        ].slice(0, rows.some((p) => p.unsure > 0) ? 6 : 5),
        rows,
      ),
    );
  },

  pathName: () => (Data.timeline.path.critical ? 'Critical path' : 'Path of waits'),

  // onPath is what stands on the path back from the end of the run, in the interval that is seen.
  onPath() {
    const sums = new Map();
    let whole = 0;
    const add = (name, ns, lane) => {
      const one = sums.get(name) || { name, ns: 0, lanes: new Set() };
      one.ns += ns;
      one.lanes.add(lane);
      sums.set(name, one);
    };
    for (const p of TimeData.path) {
      const from = Math.max(p.from, Timeline.from),
        to = Math.min(p.to, Timeline.to);
      if (from >= to) continue;
      let inside = 0;
      TimeData.eachIn(TimeData.lanes[p.lane], from, to, (name, ns) => {
        inside += ns;
        add(name, ns, p.lane);
      });
      if (to - from - inside > 0) add(-1, to - from - inside, p.lane);
      whole += to - from;
    }
    Timeline.along.replaceChildren();
    if (whole === 0) return;
    const rows = [...sums.values()].sort((a, b) => b.ns - a.ns),
      label = (s) => (s.name < 0 ? '(in no state)' : Timeline.label(s.name)),
      named = Names.cells(rows.map(label));
    Timeline.along.append(
      el('p', { class: 'note', text: Data.timeline.path.text }),
      Lists.table(
        Timeline.pathName() + ' in this interval',
        [
          { title: 'State', cell: (s) => named(label(s)) },
          { title: 'Time', cell: (s) => cell(s.ns, Format.time(s.ns)) },
          { title: 'Share of the path', cell: (s) => cell(s.ns / whole, Format.percent(s.ns / whole)) },
          { title: 'Lanes', cell: (s) => cell(s.lanes.size, Format.count(s.lanes.size)) },
        ],
        rows,
      ),
    );
  },
});
