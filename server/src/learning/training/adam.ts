const { cos, min, PI, sqrt } = Math

/** What training has reached: all of it is in these vectors, one number per parameter each. */
export interface Optimum {
  /** Steps done. */
  step: number
  parameters: Float32Array
  /** Running means of the gradient and of its square. */
  mean: Float32Array
  square: Float32Array
  /** Exponential moving average of the parameters: what is used in the end (Polyak & Juditsky 1992). */
  average: Float32Array
}

/** What a training begins with. @param parameters flat; copied */
export const startOf = (parameters: Float32Array): Optimum => ({
  step: 0,
  parameters: parameters.slice(),
  mean: new Float32Array(parameters.length),
  square: new Float32Array(parameters.length),
  average: parameters.slice(),
})

const BETA = { mean: 0.9, square: 0.999 }
/** Keeps the quotient finite. */
const EPSILON = 1e-8
const WARM_UP_STEPS = 20
const LEAST_RATE = 1e-5

/** Learning rate of a step: up in a few steps, then down along half a cosine (Loshchilov & Hutter 2017). @param step from 1 */
export const learningRate = (highest: number, step: number, steps: number): number =>
  LEAST_RATE + highest * min(1, step / WARM_UP_STEPS) * (0.5 + 0.5 * cos(PI * min(1, step / steps)))

/**
 * One step of Adam (Kingma & Ba 2015), in place. A gradient longer than 1 is shortened to 1 (Pascanu et al. 2013).
 * @param averaging how much of the moving average stays, once it is warm, 0 to 1
 */
export function adamStep(optimum: Optimum, gradient: Float32Array, rate: number, averaging: number): void {
  const { parameters, mean, square, average } = optimum
  const step = ++optimum.step
  let squares = 0
  for (let i = 0; i < gradient.length; i++) squares += (gradient[i] ?? 0) ** 2
  const scale = squares > 1 ? 1 / sqrt(squares) : 1
  const meanBias = 1 - BETA.mean ** step
  const squareBias = 1 - BETA.square ** step
  // In the beginning the average would be that of the initial parameters.
  const keep = min(averaging, step / (step + 10))
  for (let i = 0; i < parameters.length; i++) {
    const slope = (gradient[i] ?? 0) * scale
    const m = (mean[i] ?? 0) * BETA.mean + slope * (1 - BETA.mean)
    const v = (square[i] ?? 0) * BETA.square + slope * slope * (1 - BETA.square)
    const value = (parameters[i] ?? 0) - (rate * (m / meanBias)) / (sqrt(v / squareBias) + EPSILON)
    mean[i] = m
    square[i] = v
    parameters[i] = value
    average[i] = keep * (average[i] ?? 0) + (1 - keep) * value
  }
}
