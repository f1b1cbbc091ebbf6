import type { Domain } from '../../platform/domain.ts'
import { labelRoutes } from './routes.ts'

export { storeLabelSet } from './label-set-service.ts'
export { labelsOfFile } from './labels-of-file.ts'
export { takeLabelsAlong } from './labels-of-moved.ts'

/** Label sets of projects, and their labels. */
export const labelsDomain: Domain = { routes: labelRoutes }
