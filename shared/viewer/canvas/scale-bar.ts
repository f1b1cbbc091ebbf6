/** A scale bar as it is drawn. */
export interface ScaleBar {
  /** With its unit, e.g. "50 µm". */
  label: string
  /** CSS pixels. */
  width: number
}

const steps = [1, 2, 5]

/**
 * Scale bar of the longest round length (1, 2 or 5 times a power of ten) that fits.
 * @param pixelSize - µm per pixel of the image
 * @param resolution - pixels of the image per CSS pixel
 * @param most - maximum length in CSS pixels
 */
export const scaleBarOf = (pixelSize: number, resolution: number, most: number): ScaleBar => {
  const available = most * resolution * pixelSize
  const power = 10 ** Math.floor(Math.log10(available))
  const step = steps.findLast((candidate) => candidate * power <= available) ?? 1
  const length = step * power
  const label =
    length >= 1000 ? `${length / 1000} mm` : length >= 1 ? `${length} µm` : `${Math.round(length * 1000)} nm`
  return { label, width: length / pixelSize / resolution }
}

/**
 * µm per pixel of the image along the horizontal of the screen.
 * @param rotation - degrees by which the picture is turned
 */
export const sizeAcross = ({ x, y }: { x: number; y: number }, rotation: number): number => {
  const turn = (rotation * Math.PI) / 180
  return Math.hypot(x * Math.cos(turn), y * Math.sin(turn))
}
