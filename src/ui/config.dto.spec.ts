import 'reflect-metadata';
import { SETTING_KEYS } from '../config/setting';
import { ConfigChangesDto } from './config.dto';

it('the API document names every setting that can be changed and no other', () => {
  const named = Reflect.getMetadata(
    'swagger/apiModelPropertiesArray',
    ConfigChangesDto.prototype,
  ) as string[];
  expect(named.map((name) => name.slice(1)).sort()).toEqual([...SETTING_KEYS].sort());
});
