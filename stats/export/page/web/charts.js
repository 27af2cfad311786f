// Histograms and strips, each with the same figures as a table beneath.

const Charts = {
  // histogram draws bars. bars: {low, high, count}; what: the thing that is counted; unit: of its ends.
  histogram(title, bars, what, ends) {
    const most = Math.max(1, ...bars.map((b) => b.count));
    const width = 100 / Math.max(1, bars.length);
    const svg = el(
      'svg',
      { class: 'bars', viewBox: '0 0 100 40', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      bars.map((b, k) =>
        el('rect', {
          x: k * width + width * 0.06,
          width: width * 0.88,
          y: 40 - (b.count > 0 ? Math.max(1, (40 * b.count) / most) : 0),
          height: b.count > 0 ? Math.max(1, (40 * b.count) / most) : 0,
        }),
      ),
    );
    svg.addEventListener('mousemove', (e) => {
      const box = svg.getBoundingClientRect();
      const b =
        bars[Math.min(bars.length - 1, Math.max(0, Math.floor(((e.clientX - box.left) / box.width) * bars.length)))];
      if (b)
        Tip.show(e.clientX, e.clientY, [
          Format.plural(b.count, what),
          Format.time(b.low) + ' to ' + Format.time(b.high),
        ]);
    });
    svg.addEventListener('mouseleave', Tip.hide);
    return el(
      'figure',
      {},
      el('figcaption', { text: title }),
      svg,
      el(
        'div',
        { class: 'ends' },
        el('span', { text: ends[0] }),
        el('span', { text: 'highest bar ' + Format.plural(most, what) }),
        el('span', { text: ends[1] }),
      ),
      Charts.table(title, what, bars),
    );
  },

  table(title, what, bars) {
    const details = el('details', { class: 'as-table' }, el('summary', { text: 'as a table' }));
    details.addEventListener('toggle', () => {
      if (!details.open || details.children.length > 1) return;
      details.append(
        el(
          'table',
          {},
          el('caption', { text: title }),
          el(
            'thead',
            {},
            el(
              'tr',
              {},
              ['from', 'to', what + 's'].map((text) => el('th', { scope: 'col', text })),
            ),
          ),
          el(
            'tbody',
            {},
            bars
              .filter((b) => b.count > 0)
              .map((b) =>
                el(
                  'tr',
                  {},
                  cell(b.low, Format.time(b.low)),
                  cell(b.high, Format.time(b.high)),
                  cell(b.count, Format.count(b.count)),
                ),
              ),
          ),
        ),
      );
    });
    return details;
  },

  // ranks is the distribution over ranks of a region.
  ranks(i, run) {
    const counts = Model.get('rankHistogram', i, run);
    const low = Model.get('min', i, run),
      high = Model.get('max', i, run);
    const title =
      'Over ranks: time of each of the ' + Format.plural(Model.get('ranks', i, run), 'rank') + ' that ran it';
    if (!counts.length)
      return el('p', { class: 'note', text: 'How the ranks are distributed is not known for this region.' });
    if (low === high) return el('p', { class: 'note', text: title + ': all took ' + Format.time(low) + '.' });
    const step = (high - low) / Data.rankBins;
    const bars = counts.map((count, k) => ({ low: low + k * step, high: low + (k + 1) * step, count }));
    return Charts.histogram(title, bars, 'rank', [Format.time(low), Format.time(high)]);
  },

  // calls is the distribution over single calls, in buckets of which four make a doubling.
  calls(i, run) {
    const counts = Model.get('callHistogram', i, run);
    if (!counts.length)
      return el('p', {
        class: 'note',
        text: 'Over calls: single calls were not counted by their length (no histograms were asked for).',
      });
    const first = Model.get('callFirst', i, run);
    const bars = counts.map((count, k) => ({ low: Data.bounds[first + k], high: Data.bounds[first + k + 1], count }));
    return Charts.histogram('Over calls: length of a single call of any rank (a doubling is four bars)', bars, 'call', [
      Format.time(bars[0].low),
      Format.time(bars[bars.length - 1].high),
    ]);
  },

  // fold leaves no more values than a narrow window can show, each the largest of those beside each
  // other: a slow rank must not fall between two pixels.
  fold(values) {
    const per = Math.ceil(values.length / Math.max(32, Math.floor(0.3 * innerWidth)));
    if (per <= 1) return values;
    const folded = new Float32Array(Math.ceil(values.length / per)).fill(NaN);
    values.forEach((v, k) => {
      const at = Math.floor(k / per);
      if (!(folded[at] >= v) && !Number.isNaN(v)) folded[at] = v;
    });
    return folded;
  },

  // strip draws values as colours, NaN as nothing. The canvas has one pixel for each value; the style
  // stretches it.
  strip(all, colour, name) {
    const values = Charts.fold(all);
    const canvas = el('canvas', {
      class: 'strip',
      width: Math.max(1, values.length),
      height: 1,
      role: 'img',
      'aria-label': name,
    });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const image = context.createImageData(Math.max(1, values.length), 1);
    const none = Colours.parts(Colours.scale('none'));
    for (let k = 0; k < values.length; k++) {
      const rgb = Number.isNaN(values[k]) ? none : colour(values[k]);
      image.data.set([rgb[0], rgb[1], rgb[2], 255], 4 * k);
    }
    context.putImageData(image, 0, 0);
    return canvas;
  },
};
