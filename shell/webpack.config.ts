import { type AppOptions, configFor } from '../shared/config/webpack/create-config.ts'
import { manifest } from './manifest.ts'

export const app: AppOptions = { app: 'shell', dir: import.meta.dirname, manifest }

export default configFor(app)
