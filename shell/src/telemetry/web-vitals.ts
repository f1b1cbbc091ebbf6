import { type Metric, onCLS, onINP, onLCP } from 'web-vitals'
import { tell } from './beacon.ts'
import { shownVersion } from './version-in-use.ts'

/** Tells the web vitals of this page view, as late as the library has them. */
export function tellWebVitals(): void {
  const report = ({ name, value }: Metric) => tell({ kind: name, value, ...shownVersion() })
  onLCP(report)
  onINP(report)
  onCLS(report)
}
