'use client';

import { Columns3 } from 'lucide-react';
import { Button } from '@/ui/button';
import { Menu, MenuCheck, MenuItem, MenuSeparator } from '@/ui/menu';
import { type ColumnId, isDefault, knownColumns, RUN_COLUMNS, toggleColumn } from './run-columns';

interface ColumnsMenuProps {
  columns: ColumnId[];
  defaults: ColumnId[];
  onChange: (columns: ColumnId[]) => void;
}

export function ColumnsMenu({ columns, defaults, onChange }: ColumnsMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <Button>
          <Columns3 aria-hidden className="size-3.5" />
          Columns
        </Button>
      }
    >
      {RUN_COLUMNS.map(({ id, label }) => (
        <MenuCheck key={id} checked={columns.includes(id)} onCheckedChange={() => onChange(toggleColumn(columns, id))}>
          {label}
        </MenuCheck>
      ))}
      {!isDefault(columns, defaults) && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onChange(knownColumns(defaults))}>As at the beginning</MenuItem>
        </>
      )}
    </Menu>
  );
}
