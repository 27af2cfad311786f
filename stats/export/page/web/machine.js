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
      list = Timeline.list,
      rows = Timeline.shown,
      back = Colours.parts(Colours.scale('none'));
    const seen = [Timeline.from, Timeline.to, Timeline.moving, TimePaint.rough],
      inks = new Uint8ClampedArray(3 * width * list.length),
      mean = new Float64Array(3 * width),
      mix = new Float32Array(4 * width);
    Object.assign(Timeline, { from, to, moving: false });
    TimePaint.rough = false;
    list.forEach((lane, row) => {
      mix.fill(0);
      Strips.lane(lane, mix, width, 0);
      for (let k = 0, m = 0, at = 3 * width * row; k < mean.length; m++) {
        const rest = 1 - Math.min(1, mix[m + 3]);
        for (let c = 0; c < 3; c++, k++, m++, at++) {
          inks[at] = mix[m] + rest * back[c];
          mean[k] += inks[at];
        }
      }
    });
    [Timeline.from, Timeline.to, Timeline.moving, TimePaint.rough] = seen;
    for (let k = 0; k < mean.length; k++) mean[k] /= list.length;
    const image = new ImageData(width, rows),
      worst = new Uint16Array(width * rows);
    for (let row = 0; row < rows; row++) {
      const first = row * Timeline.per,
        last = Math.min(list.length, first + Timeline.per);
      for (let x = 0; x < width; x++) {
        let best = first,
          far = -1;
        for (let lane = first; lane < last; lane++) {
          const at = 3 * (width * lane + x),
            off =
              Math.abs(inks[at] - mean[3 * x]) +
              Math.abs(inks[at + 1] - mean[3 * x + 1]) +
              Math.abs(inks[at + 2] - mean[3 * x + 2]);
          if (off > far) [best, far] = [lane, off];
        }
        const from = 3 * (width * best + x),
          to = 4 * (row * width + x);
        image.data[to] = inks[from];
        image.data[to + 1] = inks[from + 1];
        image.data[to + 2] = inks[from + 2];
        image.data[to + 3] = 255;
        worst[row * width + x] = best - first;
      }
    }
    const canvas = new OffscreenCanvas(width, rows);
    canvas.getContext('2d').putImageData(image, 0, 0);
    return { canvas, from, to, key, list, worst, width };
  },
};
