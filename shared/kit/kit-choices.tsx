import { TabCount } from '@lamella/shared/ui'
import { Checkbox, Radio, RangeSlider, SegmentedControl, Slider, Switch, Tabs } from '@mantine/core'
import { useId } from 'react'
import { KitRow, KitSection } from './kit-section.tsx'

export function KitChoices() {
  const preset = useId()
  return (
    <KitSection title="Choices">
      <KitRow>
        <Checkbox label="Outlines" defaultChecked />
        <Checkbox label="ROI only" />
        <Checkbox label="All" indeterminate readOnly />
        <Checkbox label="Disabled" disabled />
      </KitRow>
      <Checkbox label="I accept the terms" error="You need to accept the terms." my={10} />
      <KitRow>
        <Radio name={preset} label="Quick" defaultChecked />
        <Radio name={preset} label="Extended" />
        <Radio name={preset} label="Disabled" disabled />
      </KitRow>
      <KitRow>
        <Switch label="On" defaultChecked />
        <Switch label="Off" />
        <Switch label="Disabled" disabled />
      </KitRow>
      <KitRow>
        <SegmentedControl data={['Outlines', 'Filled', 'Off']} aria-label="Overlay" />
      </KitRow>
      <Slider defaultValue={42} thumbLabel="Threshold" my={16} />
      <Slider defaultValue={42} thumbLabel="Threshold, disabled" disabled my={16} />
      <RangeSlider defaultValue={[20, 70]} thumbFromLabel="Lower end" thumbToLabel="Upper end" my={16} />
      <Tabs defaultValue="available">
        <Tabs.List aria-label="Scope">
          <Tabs.Tab value="available" rightSection={<TabCount count={38} />}>
            Available
          </Tabs.Tab>
          <Tabs.Tab value="processing" rightSection={<TabCount count={2} />}>
            Processing
          </Tabs.Tab>
          <Tabs.Tab value="failed" disabled>
            Failed
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="available" pt={8}>
          38 images are available.
        </Tabs.Panel>
        <Tabs.Panel value="processing" pt={8}>
          2 images are processing.
        </Tabs.Panel>
        <Tabs.Panel value="failed" pt={8}>
          No image failed.
        </Tabs.Panel>
      </Tabs>
    </KitSection>
  )
}
