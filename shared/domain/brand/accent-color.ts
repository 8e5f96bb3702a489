/** The contrast that text needs, after WCAG. The text on an accent color is white in both themes. */
export const MIN_TEXT_CONTRAST = 4.5;

const channelsOf = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

const linear = (channel: number): number => {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** Returns the contrast of white text on a color such as `#203c74`. */
export function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map(linear);
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** Returns the color, or the lightest darker one of its hue on which white text can be read. */
export function nearestReadableColor(color: string): string {
  const channels = channelsOf(color);
  for (let percent = 100; percent > 0; percent -= 1) {
    const darker = `#${channels.map((channel) => hex((channel * percent) / 100)).join('')}`;
    if (contrastWithWhite(darker) >= MIN_TEXT_CONTRAST) return darker;
  }
  return '#000000';
}

const hex = (channel: number): string => Math.floor(channel).toString(16).padStart(2, '0');
