// The lanes as strips of pixels: a pixel that covers several states has the mix of their colours.

const Strips = {
  inks: new Float32Array(0), // red, green and blue of each name
  version: 0, // of these

  // colours takes those of now.
  colours() {
    const inks = Float32Array.from(Data.timeline.names.flatMap((_, name) => TimePaint.colour(name)));
    if (inks.length === Strips.inks.length && inks.every((v, k) => v === Strips.inks[k])) return;
    Strips.inks = inks;
    Strips.version++;
  },

  // draw draws lanes, one beneath the other, and names where there is room.
  draw(g, lanes, high) {
    const width = Timeline.width,
      tools = Strips.tools(width),
      words = [];
    if (!Strips.image || Strips.image.width !== width || Strips.image.height !== Timeline.shown) {
      Strips.image = new ImageData(width, Timeline.shown);
      Strips.canvas = new OffscreenCanvas(width, Timeline.shown);
      Strips.marked = new ImageData(width, Timeline.shown);
      Strips.marks = new OffscreenCanvas(width, Timeline.shown);
    }
    const pixels = new Uint32Array(Strips.image.data.buffer);
    lanes.forEach((lane, row) =>
      words.push(Strips.lane(lane, pixels.subarray(row * width, (row + 1) * width), tools, high)),
    );
    Strips.canvas.getContext('2d').putImageData(Strips.image, 0, 0);
    const marked = Strips.markAll(lanes, width);
    g.imageSmoothingEnabled = false;
    lanes.forEach((lane, row) => {
      const y = 18 + row * Timeline.high;
      g.drawImage(Strips.canvas, 0, row, width, 1, Timeline.gutter, y, width, high);
      Strips.words(g, lane, words[row], y, high);
      if (marked) g.drawImage(Strips.marks, 0, row, width, 1, Timeline.gutter, y, width, Strips.mark(high));
    });
    if (Timeline.moving) return;
    for (const lane of lanes)
      // the view may move next
      if (!TimeData.exact(lane, Timeline.from, Timeline.to, width)) Strips.sum(lane.bins);
  },

  // markAll makes the pixels of states without length, a row for each lane, and says whether there are any.
  markAll(lanes, width) {
    const pixels = new Uint32Array(Strips.marked.data.buffer),
      per = (Timeline.to - Timeline.from) / width,
      ink = getComputedStyle(document.documentElement).getPropertyValue('--ink').trim(),
      colour = new Uint32Array(new Uint8Array([...Colours.parts(ink), 255]).buffer)[0];
    let any = false;
    pixels.fill(0);
    lanes.forEach((lane, row) =>
      TimeData.eachMark(lane, Timeline.from, Timeline.to, per, (at) => {
        pixels[row * width + Math.min(width - 1, Math.floor((at - Timeline.from) / per))] = colour;
        any = true;
      }),
    );
    if (any) Strips.marks.getContext('2d').putImageData(Strips.marked, 0, 0);
    return any;
  },

  // mark is how high a state without length is: what is beneath stays to be seen.
  mark: (high) => Math.max(1, high / 3),

  // tools are what lanes are drawn with: colours of names as pixels, that of no state, a pixel that several states share, as red,
  // green, blue and what is covered, and a row of such.
  tools(width) {
    const back = Colours.parts(Colours.scale('none')),
      inks = Uint32Array.from(Data.timeline.names, (_, n) => Strips.pixel(...Strips.inks.subarray(3 * n, 3 * n + 3)));
    return { inks, back, empty: Strips.pixel(...back), one: new Float32Array(4), mix: new Float32Array(4 * width) };
  },

  // pixel is one of an image, which has red first, then green and blue, and is not seen through.
  pixel: (red, green, blue) =>
    (255 << 24) | (Math.min(255, blue + 0.5) << 16) | (Math.min(255, green + 0.5) << 8) | Math.min(255, red + 0.5),

  // mixed is one of which states cover a part.
  mixed(mix, at, back) {
    const rest = 1 - Math.min(1, mix[at + 3]);
    return Strips.pixel(mix[at] + rest * back[0], mix[at + 1] + rest * back[1], mix[at + 2] + rest * back[2]);
  },

  // lane draws one into a row of pixels, and returns the stretches that have room for a name.
  lane(lane, row, tools, high) {
    const width = row.length,
      { mix, back } = tools;
    if (!TimePaint.rough && TimeData.exact(lane, Timeline.from, Timeline.to, width))
      return Strips.stretches(lane, row, tools, high >= 12 ? 50 : Infinity);
    if (Timeline.moving) {
      const per = Data.timeline.length / lane.bins.n;
      Strips.sum(lane.bins);
      Strips.between(row, lane.bins, Timeline.from / per, (Timeline.to - Timeline.from) / width / per, back);
      return [];
    }
    mix.fill(0);
    Strips.shares(lane.bins, mix, width);
    for (let x = 0; x < width; x++) row[x] = Strips.mixed(mix, 4 * x, back);
    return [];
  },

  // stretches draws every state of a lane: pixels that one fills need no mixing. It returns those that are wider than some pixels.
  stretches(lane, row, { inks, back, empty, one }, wide) {
    const { from, to } = Timeline,
      { from: begins, to: ends, of, name: names } = lane,
      width = row.length,
      scale = width / (to - from),
      words = [];
    let at = -1; // the pixel that several share
    row.fill(empty);
    one.fill(0);
    for (let i = TimeData.first(ends, from); i < begins.length && begins[i] < to; i++) {
      const name = names[of[i]],
        a = Math.max(0, (begins[i] - from) * scale),
        b = Math.min(width, (ends[i] - from) * scale),
        first = a | 0,
        last = b | 0;
      if (first !== at) {
        if (at >= 0) row[at] = Strips.mixed(one, 0, back);
        one.fill(0);
        at = first;
      }
      Strips.spread(one, name, 1, a - first, Math.min(1, b - first));
      if (b - a > wide) words.push(i);
      if (last === first) continue;
      row[first] = Strips.mixed(one, 0, back);
      for (let x = first + 1; x < last; x++) row[x] = inks[name];
      one.fill(0);
      Strips.spread(one, name, 1, 0, b - last);
      at = last;
    }
    if (at >= 0 && at < width) row[at] = Strips.mixed(one, 0, back);
    return words;
  },

  // shares mixes in each pixel the colours of what bins have there.
  shares(bins, mix, width) {
    const { from, to } = Timeline,
      per = (to - from) / width,
      bin = Data.timeline.length / bins.n;
    for (let k = Math.max(0, Math.floor(from / bin)); k < bins.n && k * bin < to; k++) {
      let low = k * bin;
      for (let j = bins.first[k]; j < bins.first[k + 1]; j++) {
        const high = low + bins.share[j] * bin;
        if (bin < per)
          Strips.spread(
            mix,
            bins.name[j],
            1,
            low < from ? 0 : (low - from) / per,
            Math.min(width, (high - from) / per),
          );
        else
          Strips.spread(
            mix,
            bins.name[j],
            bins.share[j],
            Math.max(0, (k * bin - from) / per),
            Math.min(width, ((k + 1) * bin - from) / per),
          );
        low = high;
      }
    }
  },

  // spread gives all pixels of a stretch the share of a name.
  spread(mix, name, share, a, b) {
    const red = Strips.inks[3 * name],
      green = Strips.inks[3 * name + 1],
      blue = Strips.inks[3 * name + 2];
    for (let k = a | 0; k < b; k++) {
      const part = share * ((b < k + 1 ? b : k + 1) - (a > k ? a : k)),
        at = 4 * k;
      mix[at] += part * red;
      mix[at + 1] += part * green;
      mix[at + 2] += part * blue;
      mix[at + 3] += part;
    }
  },

  // sum adds up a lane's bins to each, red, green, blue and what is covered: while the view moves a pixel is then the
  // difference of two, however many states it covers.
  sum(bins) {
    if (bins.version === Strips.version) return;
    const sums = bins.sums || new Float64Array(4 * (bins.n + 1)),
      inks = Strips.inks;
    for (let k = 0; k < bins.n; k++) {
      let red = 0,
        green = 0,
        blue = 0,
        all = 0;
      for (let j = bins.first[k]; j < bins.first[k + 1]; j++) {
        const share = bins.share[j],
          at = 3 * bins.name[j];
        red += share * inks[at];
        green += share * inks[at + 1];
        blue += share * inks[at + 2];
        all += share;
      }
      const at = 4 * k;
      sums[at + 4] = sums[at] + red;
      sums[at + 5] = sums[at + 1] + green;
      sums[at + 6] = sums[at + 2] + blue;
      sums[at + 7] = sums[at + 3] + all;
    }
    Object.assign(bins, { sums, version: Strips.version });
  },

  // between gives each pixel what lies between its two ends, in bins.
  between(row, bins, from, per, back) {
    const { sums, n } = bins,
      scale = 1 / per;
    let red = 0,
      green = 0,
      blue = 0,
      all = 0;
    for (let x = -1; x < row.length; x++) {
      const u = Math.max(0, Math.min(n, from + (x + 1) * per)),
        i = 4 * Math.min(n - 1, u | 0),
        part = u - i / 4,
        r = sums[i] + part * (sums[i + 4] - sums[i]),
        g = sums[i + 1] + part * (sums[i + 5] - sums[i + 1]),
        b = sums[i + 2] + part * (sums[i + 6] - sums[i + 2]),
        a = sums[i + 3] + part * (sums[i + 7] - sums[i + 3]);
      if (x >= 0) {
        const rest = 1 - Math.min(1, (a - all) * scale);
        row[x] = Strips.pixel(
          (r - red) * scale + rest * back[0],
          (g - green) * scale + rest * back[1],
          (b - blue) * scale + rest * back[2],
        );
      }
      red = r;
      green = g;
      blue = b;
      all = a;
    }
  },

  words(g, lane, list, y, high) {
    const from = Timeline.from,
      width = Timeline.width,
      per = (Timeline.to - from) / width,
      x = Timeline.gutter;
    for (const i of list) {
      const a = Math.max(0, (lane.from[i] - from) / per),
        b = Math.min(width, (lane.to[i] - from) / per);
      g.fillStyle = Colours.ink(TimePaint.colour(lane.name[lane.of[i]]));
      g.save();
      g.beginPath();
      g.rect(x + a, y, b - a - 2, high);
      g.clip();
      g.fillText(TimePaint.word(g, lane.name[lane.of[i]], b - a - 8), x + a + 4, y + high / 2);
      g.restore();
    }
  },
};
