import { configFor } from '../shared/config/webpack/create-config.ts'
import { manifest } from './manifest.ts'

export default configFor({ app: 'datastorage', dir: import.meta.dirname, manifest })
