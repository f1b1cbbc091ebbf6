/**
 * From 1.30 on, onnxruntime on Linux and macOS sends what it runs to its maker (microsoft/onnxruntime#27379) and writes an
 * identifier of the machine, unless it is told not to before it is loaded. Images of patients are nobody else's business.
 */
process.env.ORT_DISABLE_TELEMETRY = '1'
