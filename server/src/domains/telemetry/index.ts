import type { Domain } from '../../platform/domain.ts'
import { forgetOldMeasurements } from './repository.ts'
import { telemetryRoutes } from './routes.ts'

export { versionsInUse } from './repository.ts'
export { usageOfApps, usageOfVersions } from './usage.ts'

/** What pages tell of the versions that they run: loads, failures, web vitals. */
export const telemetryDomain: Domain = { routes: telemetryRoutes, cleanUp: forgetOldMeasurements }
