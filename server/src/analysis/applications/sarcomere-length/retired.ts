import { retiredVersion } from '../application.ts'
import { sarcomereLength } from './application.ts'

export const retiredSarcomereLength = [retiredVersion(sarcomereLength, { version: '1.0.0' })]
