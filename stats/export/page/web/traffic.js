// Who sent how much to whom in the interval that is seen: a picture of senders and receivers, and the pairs as a table.

const Traffic = {
  what: 'bytes',
  most: 256, // cells in a row; of more ranks several share one
  measures: { bytes: 'bytes', n: 'messages', wait: 'time that receivers waited' },

  text: (v, what) => (what === 'bytes' ? Format.quantity(v, 'B') : what === 'n' ? Format.count(v) : Format.time(v)),

  make() {
    const select = el(
      'select',
      {
        'data-choice': 'traffic',
        on: {
          change: () => {
            Traffic.what = select.value;
            Traffic.draw();
          },
        },
      },
      Object.entries(Traffic.measures).map(([value, text]) => el('option', { value, text })),
    );
    Traffic.canvas = el('canvas', { class: 'matrix', role: 'img' });
    Traffic.canvas.addEventListener('mousemove', Traffic.hover);
    Traffic.canvas.addEventListener('mouseleave', Tip.hide);
    Traffic.note = el('p', { class: 'note' });
    Traffic.legend = el('div', { class: 'legend-line' });
    Traffic.pairs = el('div', {});
    Traffic.place = el(
      'section',
      { 'aria-label': 'Messages between ranks' },
      el(
        'div',
        { class: 'bar-of-tools' },
        el('h2', { text: 'Messages between ranks' }),
        el('label', {}, 'Colour ', select),
      ),
      Traffic.note,
      Traffic.canvas,
      Traffic.legend,
      Traffic.pairs,
    );
    return Traffic.place;
  },

  // draw sums up messages by the ranks of their two ends.
  draw() {
    const m = TimeData.messages,
      ranks = [...new Set(TimeData.lanes.map((lane) => lane.rank))].sort(
        (a, b) => Number(a) - Number(b) || (a < b ? -1 : 1),
      ),
      place = new Map(ranks.map((rank, k) => [rank, k]));
    const pairs = new Map(),
      sum = { n: 0, bytes: 0, largest: 0 };
    TimeData.eachMessage(Timeline.from, Timeline.to, (i) => {
      if (m.kind[i] !== Messages.sent) return;
      const from = place.get(TimeData.lanes[m.from[i]].rank),
        to = place.get(TimeData.lanes[m.to[i]].rank),
        key = from * ranks.length + to;
      if (!pairs.has(key)) pairs.set(key, { from, to, n: 0, bytes: 0, wait: 0 });
      const p = pairs.get(key);
      p.n++;
      p.bytes += m.bytes[i];
      p.wait += Math.max(0, Math.min(m.at[i], m.until[i], Timeline.to) - Math.max(m.since[i], Timeline.from));
      sum.n++;
      sum.bytes += m.bytes[i];
      sum.largest = Math.max(sum.largest, m.bytes[i]);
    });
    Traffic.place.hidden = m.calls === 0 || ranks.length < 2;
    if (Traffic.place.hidden) return;
    const rows = [...pairs.values()].sort(
        (a, b) => b[Traffic.what] - a[Traffic.what] || a.from - b.from || a.to - b.to,
      ),
      name = (k) => Waited.who(ranks[k]);
    Traffic.note.textContent =
      sum.n === 0
        ? 'No messages in this interval.'
        : Format.plural(sum.n, 'message') +
          ' in this interval between ' +
          Format.plural(rows.length, 'pair') +
          ' of ranks: ' +
          Format.quantity(sum.bytes, 'B') +
          ', ' +
          Format.quantity(sum.bytes / sum.n, 'B') +
          ' each on average, ' +
          Format.quantity(sum.largest, 'B') +
          ' the largest.';
    Traffic.canvas.hidden = Traffic.legend.hidden = Traffic.pairs.hidden = rows.length === 0;
    if (rows.length) Traffic.paint(rows, ranks);
    const figure = (title, key) => ({ title, cell: (p) => cell(p[key], Traffic.text(p[key], key), { 'data-k': key }) });
    Traffic.pairs.replaceChildren(
      Lists.table(
        'Messages by pairs of ranks in this interval',
        [
          { title: 'From', cell: (p) => el('th', { scope: 'row', text: name(p.from) }) },
          { title: 'to', left: true, cell: (p) => el('td', { class: 'left', text: name(p.to) }) },
          figure('Messages', 'n'),
          figure('Bytes', 'bytes'),
          { title: 'each', cell: (p) => cell(p.bytes / p.n, Format.quantity(p.bytes / p.n, 'B')) },
          figure('Receivers waited', 'wait'),
        ],
        rows,
      ),
    );
  },

  // paint draws a cell for each pair, on a scale of logarithms: what ranks exchange differs by powers of ten.
  paint(rows, ranks) {
    const per = Math.ceil(ranks.length / Traffic.most),
      n = Math.ceil(ranks.length / per),
      sums = new Float64Array(n * n),
      { what, canvas } = Traffic;
    for (const p of rows) sums[Math.floor(p.from / per) * n + Math.floor(p.to / per)] += p[what];
    const most = sums.reduce((a, b) => Math.max(a, b), 0),
      none = Colours.parts(Colours.scale('none'));
    Object.assign(canvas, { width: n, height: n });
    canvas.style.width = Math.min(420, 24 * n) + 'px';
    const g = canvas.getContext('2d', { willReadFrequently: true }),
      image = g.createImageData(n, n);
    sums.forEach((v, k) =>
      image.data.set([...(v > 0 ? Colours.rising(Math.log1p(v) / Math.log1p(most)) : none), 255], 4 * k),
    );
    g.putImageData(image, 0, 0);
    canvas.setAttribute('aria-label', 'Senders in rows, receivers in columns; the table beneath has the figures');
    Traffic.legend.replaceChildren(
      Colours.bar('rising', '0\u00a0', '\u00a0' + Traffic.text(most, what)),
      ' ' +
        Traffic.measures[what] +
        ', a scale of logarithms. Senders in rows, receivers in columns' +
        (per > 1 ? ', ' + per + ' ranks in each' : '') +
        ', from rank ' +
        ranks[0] +
        ' at the top left.',
    );
    Object.assign(Traffic, { sums, n, per, ranks });
  },

  hover(e) {
    const box = Traffic.canvas.getBoundingClientRect(),
      { n, per, ranks, sums } = Traffic,
      at = (v, size) => Math.max(0, Math.min(n - 1, Math.floor((v / size) * n)));
    const from = at(e.clientY - box.top, box.height),
      to = at(e.clientX - box.left, box.width),
      who = (k) =>
        per > 1
          ? 'ranks ' + ranks[k * per] + '–' + ranks[Math.min(ranks.length, (k + 1) * per) - 1]
          : Waited.who(ranks[k]);
    Tip.show(e.clientX, e.clientY, [
      'from ' + who(from) + ' to ' + who(to),
      Traffic.text(sums[from * n + to], Traffic.what),
    ]);
  },
};
