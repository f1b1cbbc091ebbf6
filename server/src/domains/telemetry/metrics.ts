import type { TelemetryEvent } from '@lamella/shared/contract'
import { Counter, Histogram, type Registry } from 'prom-client'
import { bounds, type Measurement } from './measures.ts'

/** Counters of this process for `/metrics`. */
export interface VersionMetrics {
  /** @param weight of how many pages a timing speaks */
  count(event: Pick<TelemetryEvent, 'app' | 'version'>, measurement: Measurement, weight: number): void
}

const seconds = (milliseconds: readonly number[]) => milliseconds.map((bound) => bound / 1000)

/** Registers the counters. */
export function createVersionMetrics(registry: Registry): VersionMetrics {
  const labelNames = ['app', 'version'] as const
  const registers = [registry]
  const failures = new Counter({
    name: 'remote_failures_total',
    help: 'Versions that did not work in a page, by the stage at which they failed',
    labelNames: [...labelNames, 'stage'],
    registers,
  })
  const loads = new Counter({ name: 'remote_loads_total', help: 'Pages that were loaded', labelNames, registers })
  const sessions = new Counter({
    name: 'remote_sessions_total',
    help: 'Page loads with the shell in which a version was used',
    labelNames,
    registers,
  })
  const errors = new Counter({
    name: 'remote_errors_total',
    help: 'Errors that nothing expected',
    labelNames,
    registers,
  })
  const histograms = {
    load: new Histogram({
      name: 'remote_load_seconds',
      help: 'Time to load a page of a remote',
      labelNames,
      buckets: seconds(bounds.load),
      registers,
    }),
    LCP: new Histogram({
      name: 'web_vital_lcp_seconds',
      help: 'Largest contentful paint',
      labelNames,
      buckets: seconds(bounds.LCP),
      registers,
    }),
    INP: new Histogram({
      name: 'web_vital_inp_seconds',
      help: 'Interaction to next paint',
      labelNames,
      buckets: seconds(bounds.INP),
      registers,
    }),
    CLS: new Histogram({
      name: 'web_vital_cls',
      help: 'Cumulative layout shift',
      labelNames,
      buckets: [...bounds.CLS],
      registers,
    }),
  }
  return {
    count({ app, version }, measurement, weight) {
      if (measurement.kind === 'error') errors.inc({ app, version })
      else if (measurement.kind === 'failure') failures.inc({ app, version, stage: measurement.stage })
      else if (measurement.kind === 'session') sessions.inc({ app, version }, weight)
      else {
        const { timing, value } = measurement
        if (timing === 'load') loads.inc({ app, version }, weight)
        histograms[timing].observe({ app, version }, timing === 'CLS' ? value : value / 1000)
      }
    },
  }
}
