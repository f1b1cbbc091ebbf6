/** Seconds as H:mm:ss (D3-2-95), with any number of hours: 3725 is "1:02:05". Negative and infinite values give "–". */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '–'
  const whole = Math.round(seconds)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(whole / 3600)}:${twoDigits(Math.floor(whole / 60) % 60)}:${twoDigits(whole % 60)}`
}
