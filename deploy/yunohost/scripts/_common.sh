#!/bin/bash

# Install Roost and what it needs from the source archive, each file checked by its hash.
install_roost() {
    ynh_setup_source --dest_dir="$install_dir/source" --full_replace
    python3 -m venv --clear "$install_dir/venv"
    local pip="$install_dir/venv/bin/pip"
    ynh_hide_warnings "$pip" install --require-hashes \
        -r "$install_dir/source/deploy/requirements.txt" -r "$install_dir/source/deploy/build.txt"
    ynh_hide_warnings "$pip" install --no-deps --no-build-isolation "$install_dir/source"
    chown -R "$app:$app" "$install_dir"
}

# Write the configuration of the proxy and the service, and start the service.
start_roost() {
    ynh_config_add_nginx
    ynh_config_add_systemd
    yunohost service add "$app" --description="Dice games"
    ynh_systemctl --service="$app" --action=restart
}
