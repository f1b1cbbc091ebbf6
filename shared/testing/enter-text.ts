import userEvent from '@testing-library/user-event'

/**
 * Clicks a field and pastes into it, after what stands there: one change of the form instead of one per letter, which takes
 * jsdom a tenth of the time. Where each key matters, or text holds keys such as `{Enter}`, a test types.
 */
export async function enterText(field: Element, text: string): Promise<void> {
  await userEvent.click(field)
  await userEvent.paste(text)
}
