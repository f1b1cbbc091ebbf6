import type { Domain } from '../../platform/domain.ts'
import { interopRoutes } from './routes.ts'

/** Images for other programs: OME-Zarr and IIIF, below addresses that hold a ticket (ADR 88). */
export const interopDomain: Domain = { routes: interopRoutes }
