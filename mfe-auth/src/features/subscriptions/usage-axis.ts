const steps = [1, 2, 5, 10]
/** Steps between the lowest and the highest mark. */
const most = 4

/**
 * Marks of a vertical axis from 0 to above the largest value, at round numbers: of bytes by steps of 1024, else whole.
 * @param values - 0 or more
 */
export const axisTicks = (values: readonly number[], inBytes: boolean): number[] => {
  const largest = Math.max(0, ...values)
  let unit = inBytes ? 1024 ** 2 : 1
  while (inBytes && largest >= unit * 1024) unit *= 1024
  const least = largest / unit / most
  const power = 10 ** Math.floor(Math.log10(least || 1))
  const wanted = (steps.find((step) => step * power >= least * (1 - 1e-9)) ?? 10) * power
  const step = (inBytes ? wanted : Math.max(1, wanted)) * unit
  const count = Math.max(1, Math.ceil((largest / step) * (1 - 1e-9)))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
