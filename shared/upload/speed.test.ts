import { SpeedMeter } from './speed.ts'

const meterAt = () => {
  const clock = { now: 0 }
  return { clock, meter: new SpeedMeter(8000, () => clock.now) }
}

describe('SpeedMeter', () => {
  it('is null before the second value', () => {
    const { meter } = meterAt()
    expect(meter.bytesPerSecond).toBeNull()
    meter.record(100)
    expect(meter.bytesPerSecond).toBeNull()
  })

  it('is bytes per second between the values', () => {
    const { clock, meter } = meterAt()
    meter.record(0)
    clock.now = 2000
    meter.record(500)
    expect(meter.bytesPerSecond).toBe(250)
  })

  it('ignores values older than its window', () => {
    const { clock, meter } = meterAt()
    for (const [now, bytes] of [
      [0, 0],
      [1000, 1_000_000],
      [9000, 1_000_800],
      [17_000, 1_001_600],
    ] as const) {
      clock.now = now
      meter.record(bytes)
    }
    expect(meter.bytesPerSecond).toBe(100)
  })

  it('starts anew after a reset', () => {
    const { clock, meter } = meterAt()
    meter.record(0)
    clock.now = 1000
    meter.record(100)
    meter.reset()
    expect(meter.bytesPerSecond).toBeNull()
  })
})
