# What every Redmine begins with, one project, a text field that can be filtered by and one that cannot, a bot that sees everything and one that does not.
Redmine::DefaultData::Loader.load('en')
Setting.rest_api_enabled = '1'
Setting.login_required = '1'
User.find_by_login('admin').update_columns(must_change_passwd: false)
trackers = Tracker.all.to_a
field = ->(name, filter) {
  IssueCustomField.create!(name: name, field_format: 'string', is_filter: filter, is_for_all: true, trackers: trackers)
}
keyed = field.call('Source key', true)
unfiltered = field.call('Unfiltered', false)
project = Project.create!(name: 'Ops', identifier: 'ops', is_public: false, enabled_module_names: ['issue_tracking'], trackers: trackers)
role = ->(name, visibility) {
  Role.create!(name: name, issues_visibility: visibility, permissions: [:view_issues, :add_issues, :edit_issues])
}
account = ->(login, given) {
  user = User.new(firstname: login, lastname: 'Bot', mail: "#{login}@example.test")
  user.login = login
  user.password = user.password_confirmation = SecureRandom.hex(16)
  user.save!
  Member.create!(user: user, project: project, roles: [given]) if given
  user.api_key
}
keys = {
  bot: account.call('bot', role.call('Bot', 'all')),
  own: account.call('own', role.call('Own only', 'own')),
  stranger: account.call('stranger', nil),
}
narrow = Role.create!(name: 'Some trackers', issues_visibility: 'all', permissions: [:view_issues, :add_issues, :edit_issues])
narrow.set_permission_trackers(:view_issues, [trackers.first.id])
narrow.save!
keys[:default] = account.call('default', role.call('Default', 'default'))
keys[:trackers] = account.call('trackers', narrow)
frozen = IssueCustomField.create!(name: 'Frozen', field_format: 'string', is_filter: true, is_for_all: true, trackers: trackers)
WorkflowPermission.create!(role: Role.find_by(name: 'Bot'), tracker: trackers.first, old_status_id: 1, field_name: frozen.id.to_s, rule: 'readonly')
long = IssueCustomField.create!(name: 'Long', field_format: 'text', is_filter: true, is_for_all: true, trackers: trackers)
number = IssueCustomField.create!(name: 'Number', field_format: 'int', is_filter: true, is_for_all: true, trackers: trackers)
partial = IssueCustomField.create!(name: 'Partial', field_format: 'string', is_filter: true, is_for_all: true, trackers: [trackers.first])
# Of each tracker one issue, of somebody else and long ago: they show what an account sees.
trackers.first(2).each { |tracker|
  made = Issue.create!(project: project, tracker: tracker, subject: 'older', author: User.find_by_login('admin'), priority: IssuePriority.first)
  made.update_columns(created_on: 1.year.ago)
}
closed = IssueStatus.where(is_closed: true).first
puts "SEEDED #{ { field: keyed.id, unfiltered: unfiltered.id, tracker: trackers.first.id, other: trackers.second.id, frozen: frozen.id, partial: partial.id, long: long.id, number: number.id, closed: closed.id, keys: keys }.to_json }"
