/** µm per pixel along x and y; null: unknown. */
export type PixelSize = { x: number; y: number } | null

/**
 * The finest print resolution in use is 1200 dpi, 21 µm per pixel: densities up to that are print resolutions, not scales of a specimen. No
 * light microscope samples that coarsely.
 */
const COARSEST_UM = 20
/** 10 pm: far below any microscope's sampling, so smaller values are errors. */
const FINEST_UM = 1e-5

/** @param x µm per pixel @param y µm per pixel @returns null unless both are finite and plausible (10 pm to 1 m) */
export function pixelSize(x: number, y: number): PixelSize {
  const plausible = (size: number) => Number.isFinite(size) && size > FINEST_UM && size < 1e6
  return plausible(x) && plausible(y) ? { x, y } : null
}

/** From pixels per centimetre, as in resolution tags; null for print resolutions. */
export function pixelSizeFromDensity(xPerCm: number, yPerCm: number): PixelSize {
  const size = pixelSize(10_000 / xPerCm, 10_000 / yPerCm)
  return size && size.x <= COARSEST_UM && size.y <= COARSEST_UM ? size : null
}

const micrometres: Record<string, number> = {
  pm: 1e-6,
  å: 1e-4,
  angstrom: 1e-4,
  nm: 1e-3,
  nanometer: 1e-3,
  µm: 1,
  um: 1,
  micron: 1,
  microns: 1,
  micrometer: 1,
  mm: 1e3,
  millimeter: 1e3,
  cm: 1e4,
  m: 1e6,
  meter: 1e6,
  inch: 25_400,
  in: 25_400,
}

/** Micrometres per unit, null for an unknown unit. Accepts both Unicode signs for micro and ImageJ's escape of it. */
export function micrometresPer(unit: string): number | null {
  const name = unit
    .trim()
    .toLowerCase()
    .replace(/\\u00b5/g, 'µ')
    .replace('μ', 'µ')
  return micrometres[name] ?? null
}
