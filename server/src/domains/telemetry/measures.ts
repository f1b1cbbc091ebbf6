import type { TelemetryEvent } from '@lamella/shared/contract'

/**
 * Upper bounds of the buckets of timings, in milliseconds; CLS has no unit. They are close where a page becomes slow for its users (LCP 2.5 s,
 * INP 200 ms, CLS 0.1: web.dev/articles/vitals).
 */
export const bounds = {
  load: [50, 100, 200, 400, 700, 1000, 2000, 3000, 5000],
  LCP: [250, 500, 1000, 1500, 2000, 2500, 3000, 4000, 6000, 10_000],
  INP: [16, 50, 100, 150, 200, 300, 500, 1000, 2000],
  CLS: [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5],
} as const satisfies Record<string, readonly number[]>

export type Timing = keyof typeof bounds
export const timings = Object.keys(bounds) as Timing[]
const isTiming = (kind: string): kind is Timing => Object.hasOwn(bounds, kind)

/** Stages that a failure may have; shell/src/remotes/remote-failure.ts says what they mean. */
const stages: ReadonlySet<string> = new Set(['contract', 'load', 'missing', 'render', 'chunk', 'late', 'hang', 'shell'])

/** Name of the measure that counts page loads with the shell in which a version was used. */
export const sessionMeasure = 'session'
/** Before the stage, in the name of the measure that counts failures. */
export const failurePrefix = 'failure '
/** Of what is shown of timings. */
export const threeQuarters = 0.75

/** A counted event. */
export type Measurement =
  | { kind: 'timing'; timing: Timing; value: number; bucket: number }
  | { kind: 'failure'; stage: string }
  | { kind: 'error' }
  | { kind: 'session' }

/** What an event counts as; null for what this server does not know. */
export function measurementOf({ kind, stage, value }: TelemetryEvent): Measurement | null {
  if (kind === 'error' || kind === 'session') return { kind }
  if (kind === 'failure') return stage !== undefined && stages.has(stage) ? { kind, stage } : null
  if (!isTiming(kind) || value === undefined) return null
  const bound = bounds[kind].findIndex((each) => value <= each)
  return { kind: 'timing', timing: kind, value, bucket: bound < 0 ? bounds[kind].length : bound }
}

/**
 * The value that a share of the counted ones do not exceed, interpolated linearly in its bucket; beyond the last bound that bound.
 * @param counts by bucket
 * @param share 0 to 1
 * @returns null without counts
 */
export function quantileOf(timing: Timing, counts: ReadonlyMap<number, number>, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let below = 0
  for (const [bucket, bound] of bounds[timing].entries()) {
    const count = counts.get(bucket) ?? 0
    if (below + count >= share * total && count > 0) {
      const from = bounds[timing][bucket - 1] ?? 0
      return from + ((share * total - below) / count) * (bound - from)
    }
    below += count
  }
  return bounds[timing].at(-1) ?? null
}
