/** An analysis cannot succeed here, however often it is tried. The message is for the user. */
export class AnalysisRefused extends Error {
  override readonly name = 'AnalysisRefused'
}
