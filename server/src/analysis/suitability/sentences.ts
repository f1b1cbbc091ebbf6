const percent = (share: number): string => {
  const value = 100 * share
  return `${value > 0 && value < 1 ? value.toFixed(1) : Math.round(value)} %`
}
const number = (value: number): string => `${Number(value.toPrecision(3))}`
const pixels = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} px`

/** Reasons why an image is doubtful or refused, as shown to users: what was measured, and what it means. Shares are 0 to 1. */
export const sentences = {
  /** @param level 0 to 255 */
  noWhite: (level: number) =>
    `No clear glass is in view: the brightest places have the grey level ${Math.round(level)} of 255, so that stain cannot be measured against it.`,
  tint: (ratio: number) =>
    `The light is not white: one colour is ${ratio.toFixed(1)} times as bright as another where the image is brightest.`,
  dark: (share: number) =>
    `${percent(share)} of the image is nearly black, as in fluorescence images and photographs, not in stained sections.`,
  noTissue: (share: number, isEmpty: boolean) =>
    `Only ${percent(share)} of the image is tissue${isEmpty ? ': no nuclei will be found in an empty field' : ''}.`,
  uniform: (share: number) =>
    `${percent(share)} of the pixels equal their neighbours exactly, as in drawings and label images, not in pictures of a camera.`,
  grey: (share: number) => `Only ${percent(share)} of what is dark has a colour: the image is grey or nearly so.`,
  foreign: (share: number) =>
    `${percent(share)} of the colour is neither hematoxylin nor DAB, as with eosin (H&E) or in photographs.`,
  noHematoxylin: (share: number) =>
    `Hematoxylin is on ${percent(share)} of the tissue: nuclei without DAB cannot be found.`,
  noDab: () =>
    'No DAB is seen: every nucleus would count as negative. Make sure that the section was stained with DAB.',
  clipped: (share: number) =>
    `${percent(share)} of the tissue is too dark for the camera: its optical density is higher than measured.`,
  /** @param width standard deviation of edges, pixels */
  blurred: (width: number) => `The image is blurred: its sharpest edges are ${pixels(2.56 * width)} wide.`,
  /** @param diameter of an object, pixels; @param um the same in µm */
  coarse: (diameter: number, um: number) => `The pixels are large: a nucleus of ${um} µm is ${pixels(diameter)} wide.`,
  /** @param diameter of an object, pixels; @param um the same in µm */
  fine: (diameter: number, um: number) =>
    `The pixels are very small: a nucleus of ${um} µm is ${pixels(diameter)} wide. Check the pixel size of the image.`,
  /** @param x, y µm per pixel */
  notSquare: (x: number, y: number) =>
    `The pixels are not square (${number(x)} × ${number(y)} µm): shapes and diameters are measured as if they were.`,
  brightGround: () =>
    'The background is bright, as in bright-field images: fluorescence shows bright objects on dark ground.',
  darker: () =>
    'Parts of the image are darker than its background, as in phase contrast and other transmitted light: fluorescence shows bright objects on dark ground.',
  noObjects: (share: number, isEmpty: boolean) =>
    isEmpty
      ? 'Nothing in the image is brighter than its background: no nuclei will be found in an empty field.'
      : `Only ${percent(share)} of the image is brighter than its background.`,
  saturated: (share: number) =>
    `${percent(share)} of the bright objects are beyond the range of the camera: their intensity is higher than measured.`,
  /** @param at index of the channel */
  notMeasured: (at: number) =>
    `Channel ${at + 1} was not looked at beforehand: check that nuclei are bright on dark ground in it.`,
  /** @param at index of the channel */
  bandsNotMeasured: (at: number) =>
    `Channel ${at + 1} was not looked at beforehand: check that it shows the bands of muscle.`,
  bandsNotSeen: () => 'Its pixels are so small that its bands were not looked at beforehand.',
  noBands: () => 'Nothing is in the image: an empty image has no length.',
  ofChannel: (name: string, sentence: string) => `${name}: ${sentence}`,
  otherKind: () => 'The image is not of the kind that the application needs.',
} as const
