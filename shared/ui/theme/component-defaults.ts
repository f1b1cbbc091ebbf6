import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Card,
  Checkbox,
  CloseButton,
  Divider,
  Drawer,
  Input,
  Kbd,
  Loader,
  type MantineThemeComponents,
  Menu,
  Modal,
  Pagination,
  Paper,
  Popover,
  Progress,
  Radio,
  RangeSlider,
  SegmentedControl,
  Select,
  Skeleton,
  Slider,
  Switch,
  Table,
  Tabs,
  Tooltip,
} from '@mantine/core'
import css from './controls.module.css'

/** How each part looks and behaves unless a screen says otherwise (visual.md §6, in its order). */
export const componentDefaults: MantineThemeComponents = {
  Button: Button.extend({ defaultProps: { size: 'sm', variant: 'filled' }, classNames: { root: css.button } }),
  ActionIcon: ActionIcon.extend({
    defaultProps: { variant: 'subtle', color: 'gray', size: 32 },
    classNames: { root: css.iconButton },
  }),
  CloseButton: CloseButton.extend({ classNames: { root: css.closeButton } }),

  Input: Input.extend({
    defaultProps: { size: 'sm' },
    classNames: { wrapper: css.field, input: css.input },
  }),
  InputWrapper: Input.Wrapper.extend({
    classNames: { label: css.label, description: css.hint, error: css.error },
  }),
  Select: Select.extend({ defaultProps: { checkIconPosition: 'right', allowDeselect: false } }),
  Checkbox: Checkbox.extend({
    defaultProps: { size: 'xs', radius: 'xs' },
    classNames: { input: css.check, body: css.choiceBody },
  }),
  Radio: Radio.extend({ defaultProps: { size: 'xs' }, classNames: { radio: css.check, body: css.choiceBody } }),
  Switch: Switch.extend({
    defaultProps: { size: 'sm', withThumbIndicator: false },
    classNames: { track: css.switchTrack, body: css.choiceBody },
  }),
  SegmentedControl: SegmentedControl.extend({
    defaultProps: { size: 'xs', withItemsBorders: false },
    classNames: { root: css.segments, indicator: css.segmentIndicator, label: css.segmentLabel },
  }),
  Slider: Slider.extend({
    defaultProps: { size: 4, thumbSize: 16, label: null },
    classNames: { thumb: css.sliderThumb, track: css.sliderTrack },
  }),
  RangeSlider: RangeSlider.extend({
    defaultProps: { size: 3, thumbSize: 12, label: null },
    classNames: { thumb: css.sliderThumb, track: css.sliderTrack },
  }),

  Table: Table.extend({
    defaultProps: { verticalSpacing: 0, horizontalSpacing: 'md' },
    classNames: { table: css.table, th: css.tableHead, tr: css.tableRow, td: css.tableCell },
  }),
  Pagination: Pagination.extend({
    defaultProps: { size: 'sm', radius: 'sm', gap: 2 },
    classNames: { control: css.pageNumber },
  }),
  Tabs: Tabs.extend({ classNames: { root: css.tabs, list: css.tabList, tab: css.tab } }),
  Anchor: Anchor.extend({ defaultProps: { underline: 'hover' }, classNames: { root: css.anchor } }),

  Card: Card.extend({
    defaultProps: { withBorder: true, padding: 20, radius: 'lg', shadow: 'none' },
    classNames: { root: css.surface, section: css.cardSection },
  }),
  Paper: Paper.extend({ classNames: { root: css.surface } }),
  Tooltip: Tooltip.extend({
    defaultProps: { openDelay: 400, offset: 6, radius: 'sm' },
    classNames: { tooltip: css.tooltip },
  }),
  Menu: Menu.extend({
    defaultProps: { radius: 'md', offset: 6, transitionProps: { transition: 'pop', duration: 120 } },
    classNames: { dropdown: css.floating, item: css.menuItem, divider: css.menuDivider },
  }),
  Popover: Popover.extend({
    defaultProps: { radius: 'lg', transitionProps: { duration: 120 } },
    classNames: { dropdown: css.floating },
  }),
  Modal: Modal.extend({
    defaultProps: {
      size: 400,
      centered: true,
      radius: 'xl',
      padding: 'lg',
      overlayProps: { backgroundOpacity: 0.4, blur: 0 },
      transitionProps: { transition: 'fade', duration: 160 },
    },
    classNames: { content: css.dialog, header: css.dialogHeader, title: css.dialogTitle, inner: css.dialogInner },
  }),
  Drawer: Drawer.extend({
    defaultProps: { position: 'right', size: 360, transitionProps: { duration: 200 } },
    classNames: { content: css.dialog, header: css.dialogHeader, title: css.dialogTitle },
  }),

  Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm' }, classNames: { root: css.badge } }),
  Progress: Progress.extend({ defaultProps: { size: 4, radius: 'xl' }, classNames: { root: css.progress } }),
  Skeleton: Skeleton.extend({ defaultProps: { radius: 'sm' }, classNames: { root: css.skeleton } }),
  Loader: Loader.extend({ defaultProps: { size: 16, type: 'oval' } }),
  Kbd: Kbd.extend({ classNames: { root: css.kbd } }),
  Divider: Divider.extend({ classNames: { root: css.divider } }),
}
