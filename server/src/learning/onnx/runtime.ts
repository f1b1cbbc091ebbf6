/** The one import of onnxruntime: its telemetry must be off before it is loaded. */
import './no-telemetry.ts'

export { InferenceSession, Tensor } from 'onnxruntime-node'
