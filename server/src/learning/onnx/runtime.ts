/** The only way to onnxruntime: it must not be loaded before it has been told to send nothing home. */
import './no-telemetry.ts'

export { InferenceSession, Tensor } from 'onnxruntime-node'
