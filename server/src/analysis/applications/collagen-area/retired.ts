import { retiredVersion } from '../application.ts'
import { collagenArea } from './application.ts'

export const retiredCollagenArea = [retiredVersion(collagenArea, { version: '1.0.0' })]
