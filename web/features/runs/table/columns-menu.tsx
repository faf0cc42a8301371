'use client';

import { Columns3 } from 'lucide-react';
import { Button } from '@/ui/button';
import { Menu, MenuCheck, MenuItem, MenuSeparator } from '@/ui/menu';
import { type ColumnId, DEFAULT_COLUMNS, isDefault, knownColumns, RUN_COLUMNS, toggleColumn } from './run-columns';

interface ColumnsMenuProps {
  columns: ColumnId[];
  onChange: (columns: ColumnId[]) => void;
}

export function ColumnsMenu({ columns, onChange }: ColumnsMenuProps) {
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
      {!isDefault(columns) && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onChange(knownColumns(DEFAULT_COLUMNS))}>As at the beginning</MenuItem>
        </>
      )}
    </Menu>
  );
}
