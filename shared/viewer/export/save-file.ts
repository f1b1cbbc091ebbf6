/** Offers a file for download. */
export const saveFile = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Offers a text for download. */
export const saveText = (text: string, name: string, type: string): void =>
  saveFile(new Blob([text], { type: `${type};charset=utf-8` }), name)
