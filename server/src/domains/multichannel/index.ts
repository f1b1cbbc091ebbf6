import type { Domain } from '../../platform/domain.ts'
import { multichannelRoutes } from './routes.ts'

export { listSettingsOf } from './repository.ts'

/** Named settings by which the multichannel images of a project are shown. */
export const multichannelDomain: Domain = { routes: multichannelRoutes }
