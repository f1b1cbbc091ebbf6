/** Decimals that tell two time points apart. */
const decimalsOf = (step: number): number =>
  Number.isInteger(step) ? 0 : Math.min(6, Math.max(1, 1 + Math.ceil(-Math.log10(step))))

/**
 * Time of a frame since the first time point of its series: e.g. "1:05:30 h", "2:30 min" or "0.25 s"; without a known step
 * "Frame 3 of 12".
 * @param frame - index of the time point
 * @param frames - of the whole series: one unit for all of them
 * @param timeStepS - seconds between two time points, above 0; undefined: unknown
 */
export const stampOf = (frame: number, frames: number, timeStepS?: number): string => {
  if (timeStepS === undefined || !(timeStepS > 0)) return `Frame ${frame + 1} of ${frames}`
  const decimals = decimalsOf(timeStepS)
  const [scale, longest] = [10 ** decimals, (frames - 1) * timeStepS]
  // In whole units of the last decimal, so that 59.99 s are never rounded to "0:60".
  const units = Math.round(frame * timeStepS * scale)
  if (longest < 60) return `${(units / scale).toFixed(decimals)} s`
  const seconds = ((units % (60 * scale)) / scale).toFixed(decimals).padStart(decimals ? decimals + 3 : 2, '0')
  const minutes = Math.floor(units / scale / 60)
  if (longest < 3600) return `${minutes}:${seconds} min`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${seconds} h`
}
