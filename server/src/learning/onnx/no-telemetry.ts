/**
 * From 1.30 on, onnxruntime on Linux and macOS sends data about models and machine to Microsoft (microsoft/onnxruntime#27379) and
 * stores an identifier of the machine, unless this is set before it is loaded.
 */
process.env.ORT_DISABLE_TELEMETRY = '1'
