// The whole machine in one picture: where there are more lanes than rows of pixels, each row has several lanes, and of these shows in
// every place the one that differs most from what all lanes do then.

const Machine = {
  most: 1024, // columns
  views: [], // pictures that are kept: of the whole run, and of what was seen last

  // worst is the place in the list of the lane that a pixel shows.
  worst(row, x) {
    const v = Machine.views.at(-1),
      first = row * Timeline.per;
    if (!v || v.from !== Timeline.from || v.to !== Timeline.to) return first;
    const column = Math.max(0, Math.min(v.width - 1, Math.floor((x / Timeline.width) * v.width)));
    return Math.min(Timeline.list.length - 1, first + (v.worst[row * v.width + column] || 0));
  },

  draw(g) {
    const key = [
      Timeline.list.length,
      Timeline.per,
      Timeline.shown,
      Timeline.width,
      Strips.version,
      TimeData.version,
    ].join();
    Machine.views = Machine.views.filter((v) => v.key === key && v.list === Timeline.list);
    const { from, to } = Timeline,
      all = Data.timeline.length,
      there = (a, b) => Machine.views.find((v) => v.from === a && v.to === b);
    if (!there(0, all) && from === 0 && to === all) Machine.views.unshift(Machine.paint(0, all, key));
    if (!Timeline.moving && !there(from, to))
      Machine.views = Machine.views.slice(0, 1).concat(Machine.paint(from, to, key));
    g.imageSmoothingEnabled = false;
    g.save();
    g.beginPath();
    g.rect(Timeline.gutter, 18, Timeline.width, Timeline.shown * Timeline.high);
    g.clip();
    for (const v of Machine.views) {
      // while the view moves what is there is drawn larger or smaller
      const per = Timeline.width / (to - from),
        x = Timeline.gutter + (v.from - from) * per;
      g.drawImage(v.canvas, x, 18, (v.to - v.from) * per, Timeline.shown * Timeline.high);
    }
    g.restore();
  },

  // paint makes the picture of a part of the run.
  paint(from, to, key) {
    const width = Math.min(Timeline.width, Machine.most),
      { list, shown: rows } = Timeline,
      seen = [Timeline.from, Timeline.to, Timeline.moving, TimePaint.rough],
      tools = Strips.tools(width),
      sums = new Uint32Array(3 * width),
      pixels = new Uint32Array(width * list.length);
    Object.assign(Timeline, { from, to, moving: false });
    TimePaint.rough = false;
    list.forEach((lane, k) => {
      const row = pixels.subarray(width * k, width * (k + 1));
      Strips.lane(lane, row, tools, 0);
      for (let x = 0, at = 0; x < width; x++) {
        const v = row[x];
        sums[at++] += v & 255;
        sums[at++] += (v >> 8) & 255;
        sums[at++] += (v >> 16) & 255;
      }
    });
    [Timeline.from, Timeline.to, Timeline.moving, TimePaint.rough] = seen;
    const image = new ImageData(width, rows),
      chosen = new Uint32Array(image.data.buffer),
      worst = new Uint16Array(width * rows),
      mean = Float64Array.from(sums, (sum) => sum / list.length);
    for (let row = 0; row < rows; row++) {
      const first = row * Timeline.per,
        last = Math.min(list.length, first + Timeline.per),
        at = row * width,
        far = new Float64Array(width).fill(-1);
      for (let k = first; k < last; k++) {
        for (let x = 0; x < width; x++) {
          const v = pixels[k * width + x];
          if (v === chosen[at + x]) continue; // most are alike
          const off =
            Math.abs((v & 255) - mean[3 * x]) +
            Math.abs(((v >> 8) & 255) - mean[3 * x + 1]) +
            Math.abs(((v >> 16) & 255) - mean[3 * x + 2]);
          if (off <= far[x]) continue;
          far[x] = off;
          chosen[at + x] = v;
          worst[at + x] = k - first;
        }
      }
    }
    const canvas = new OffscreenCanvas(width, rows);
    canvas.getContext('2d').putImageData(image, 0, 0);
    return { canvas, from, to, key, list, worst, width };
  },
};
